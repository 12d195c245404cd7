import { isAbsolute, relative } from 'node:path';
import { clipEnd, clipStart } from '../../core/clip.ts';
import { LONGEST_TARGET } from '../../core/in-flight.ts';
import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

const PATHS = ['file_path', 'notebook_path', 'path'];
/** Any tool's: what names its work best, first. */
const TARGETS = [
  ...PATHS,
  'command',
  'pattern',
  'url',
  'description',
  'query',
  'prompt',
  'skill',
] as const;
const ELLIPSIS = '…';

/**
 * What a tool of Claude Code works on, in one line; null where its input names nothing.
 * @param directory paths inside it are shown from there on
 */
export function toolTarget(input: unknown, directory: string): string | null {
  if (!isRecord(input)) return null;
  for (const key of TARGETS) {
    const value = oneLine(stringOf(input[key]) ?? '');
    if (value === '') continue;
    return PATHS.includes(key)
      ? clipStart(within(directory, value), LONGEST_TARGET, 'characters', ELLIPSIS)
      : clipEnd(value, LONGEST_TARGET, 'characters', ELLIPSIS);
  }
  return null;
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function within(directory: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inner = relative(directory, path);
  const isOutside = inner === '' || inner === '..' || /^\.\.[\\/]/.test(inner) || isAbsolute(inner);
  return isOutside ? path : inner;
}
