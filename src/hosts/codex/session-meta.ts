import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

/** What the first row of a rollout says about its thread. */
export interface SessionMeta {
  readonly thread: string | null;
  /** Begun by `codex exec` or another agent, without a person. */
  readonly unattended: boolean;
  /** Of a subagent or an errand of the program's own: what kind; null for a person's thread. */
  readonly errand: string | null;
  /** Epoch milliseconds; after `/clear` the moment of that, not of the first prompt. */
  readonly begunAt: number | null;
  /** The thread it was forked off; null also where it begins with a copy of that thread's rows. */
  readonly parent: string | null;
}

const ERRANDS = ['subagent', 'guardian_review', 'memory_consolidation'];
const UNATTENDED_SOURCES: readonly unknown[] = ['exec', 'mcp'];

/** @param payload of a `session_meta` row */
export function parseSessionMeta(payload: Readonly<Record<string, unknown>>): SessionMeta {
  const { id, source, thread_source: origin, originator, timestamp, forked_from_id } = payload;
  const begunAt = Date.parse(stringOf(timestamp) ?? '');
  return {
    thread: stringOf(id),
    unattended: originator === 'codex_exec' || UNATTENDED_SOURCES.includes(source),
    errand: errandOf(source, stringOf(origin)),
    begunAt: Number.isNaN(begunAt) ? null : begunAt,
    parent: isRecord(payload.history_base) ? stringOf(forked_from_id) : null,
  };
}

/** The meta of a first row; null for a row of another kind. */
export const sessionMetaOf = (row: unknown): SessionMeta | null =>
  isRecord(row) && row.type === 'session_meta' && isRecord(row.payload)
    ? parseSessionMeta(row.payload)
    : null;

/** `source` of a person's thread is a name, or `{custom: name}` for other clients. */
function errandOf(source: unknown, origin: string | null): string | null {
  if (origin !== null && ERRANDS.includes(origin)) return origin;
  if (!isRecord(source) || 'custom' in source) return null;
  return Object.keys(source)[0] ?? 'internal';
}
