import { FileRefusal } from '../core/file-refusal.ts';
import { linkTarget, readIfPresent } from '../platform/file-change.ts';

/** A host's settings file as text. */
export interface SettingsFile {
  /** Where the file really is: links are followed. */
  readonly path: string;
  /** Null when there is no file. */
  readonly bytes: Uint8Array | null;
  /** Without the byte order mark; empty when there is no file. */
  readonly text: string;
  readonly mark: '' | '\uFEFF';
}

/**
 * Reads a settings file whole.
 * @throws {FileRefusal} when it cannot be read, or is not UTF-8 (writing it back would change it)
 */
export function readSettingsFile(path: string): SettingsFile {
  const target = linkTarget(path);
  const bytes = readIfPresent(target);
  const whole = decode(bytes ?? new Uint8Array(), target);
  const mark = whole.startsWith('\uFEFF') ? '\uFEFF' : '';
  return { path: target, bytes, text: whole.slice(mark.length), mark };
}

/** The bytes of the file with another text, its byte order mark kept. */
export const encodeSettings = ({ mark }: SettingsFile, text: string): Uint8Array =>
  Buffer.from(mark + text, 'utf8');

function decode(bytes: Uint8Array, path: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw new FileRefusal({ file: path, fault: { kind: 'encoding' } }, { cause: error });
  }
}
