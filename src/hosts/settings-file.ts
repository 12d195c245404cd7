import { UserError } from '../core/user-error.ts';
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
 * @throws {UserError} when it cannot be read, or is not UTF-8 (writing it back would change it)
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
    throw new UserError(`${path} was left unchanged: it is not UTF-8 text. Save it as UTF-8.`, 1, {
      cause: error,
    });
  }
}
