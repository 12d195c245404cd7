import { closeSync, readSync } from 'node:fs';
import { openRegularFile } from '../../platform/regular-file.ts';
import { type SessionMeta, sessionMetaOf } from './session-meta.ts';

/** Who works in a thread: the part of its first row that stands in front. */
export type ThreadOrigin = Pick<SessionMeta, 'unattended' | 'errand' | 'begunAt'>;

const HEAD = 64 * 1024;
/** The instructions before the first prompt are most of the row (21 KB) and stand behind what matters. */
const INSTRUCTIONS = ',"base_instructions":';

/** Null where there is no rollout yet, or one whose first row is of another kind. Reads 64 KB at most. */
export const threadOrigin = (path: string | null): ThreadOrigin | null =>
  path === null ? null : sessionMetaOf(parse(firstRow(path)));

/** As far as it is needed; quotes inside texts are escaped, so the cut is never inside one. */
function firstRow(path: string): string {
  const head = headOf(path);
  const end = head.indexOf('\n');
  const line = end < 0 ? head : head.subarray(0, end);
  const cut = line.indexOf(INSTRUCTIONS);
  return cut < 0 ? line.toString('utf8') : `${line.toString('utf8', 0, cut)}}}`;
}

function headOf(path: string): Buffer {
  try {
    const fd = openRegularFile(path);
    return fd === null ? Buffer.alloc(0) : readHead(fd);
  } catch {
    return Buffer.alloc(0); /* EACCES, EIO: whoever reads the whole of it will say so */
  }
}

function readHead(fd: number): Buffer {
  try {
    const buffer = Buffer.allocUnsafe(HEAD);
    return buffer.subarray(0, readSync(fd, buffer, 0, HEAD, 0));
  } finally {
    closeSync(fd);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; /* SyntaxError: empty, cut, or none of Codex's */
  }
}
