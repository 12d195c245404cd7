import { closeSync, readSync } from 'node:fs';
import { isRecord } from '../../core/record.ts';
import { openRegularFile } from '../../platform/regular-file.ts';
import { stringOf } from '../payload-fields.ts';

/** What the first row of a rollout says about who works in it. */
export interface ThreadOrigin {
  /** Begun by `codex exec` or another agent, without a person. */
  readonly unattended: boolean;
  /** Of a subagent or an errand of the program's own: what kind; null for a person's thread. */
  readonly errand: string | null;
  /** Epoch milliseconds; after `/clear` the moment of that, not of the first prompt. */
  readonly begunAt: number | null;
}

const HEAD = 64 * 1024;
/** The instructions before the first prompt are most of the row (21 KB) and stand behind what matters. */
const INSTRUCTIONS = ',"base_instructions":';
const ERRANDS = ['subagent', 'guardian_review', 'memory_consolidation'];
const UNATTENDED_SOURCES = ['exec', 'mcp'];

/** Null where there is no rollout yet, or one whose first row is of another kind. Reads 64 KB at most. */
export function threadOrigin(path: string | null): ThreadOrigin | null {
  const row = path === null ? null : parse(firstRow(path));
  const meta = isRecord(row) && row.type === 'session_meta' ? row.payload : null;
  if (!isRecord(meta)) return null;
  const { source, thread_source: origin, originator, timestamp } = meta;
  const begunAt = Date.parse(String(timestamp));
  const isUnattended = originator === 'codex_exec' || UNATTENDED_SOURCES.includes(String(source));
  return {
    unattended: isUnattended,
    errand: errandOf(source, stringOf(origin)),
    begunAt: Number.isNaN(begunAt) ? null : begunAt,
  };
}

/** `source` of a person's thread is a name, or `{custom: name}` for other clients. */
function errandOf(source: unknown, origin: string | null): string | null {
  if (origin !== null && ERRANDS.includes(origin)) return origin;
  if (!isRecord(source) || 'custom' in source) return null;
  return Object.keys(source)[0] ?? 'internal';
}

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
