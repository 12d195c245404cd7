import { ONLY_SUMMARY } from '../core/turn-key.ts';
import type { SqlConnection } from './connection.ts';
import { integer, integerOrNull } from './row.ts';

/** Which turns lose their details. */
export interface PruneScope {
  /** Null for every project. */
  readonly root: string | null;
  /** Epoch milliseconds: turns that were over before. */
  readonly before: number;
}

/** What goes with the details of some turns; `bytes` of UTF-8 text. */
export interface Prunable {
  readonly turns: number;
  readonly details: number;
  readonly bytes: number;
}

/**
 * What the agent said stays: it is part of the conversation, takes little, and tells turns apart. So
 * does what is all that is left of a turn.
 */
const GOES = `d.kind <> 'utterance' AND d.source_id <> '${ONLY_SUMMARY}'`;
const IN_SCOPE = `t.pruned_at IS NULL AND coalesce(t.ended_at, t.started_at) < ?1
  AND (?2 IS NULL OR t.session_id IN (SELECT id FROM sessions WHERE project_root = ?2))`;

export function prunable(db: SqlConnection, { root, before }: PruneScope): Prunable {
  const row =
    db.get(
      `SELECT count(DISTINCT d.turn_id) AS turns, count(*) AS details,
         coalesce(sum(coalesce(octet_length(d.input_text), 0) + coalesce(octet_length(d.output_text), 0)), 0) AS bytes
       FROM turns t JOIN details d ON d.turn_id = t.id WHERE ${IN_SCOPE} AND ${GOES}`,
      before,
      root,
    ) ?? {};
  return {
    turns: integer(row, 'turns'),
    details: integer(row, 'details'),
    bytes: integer(row, 'bytes'),
  };
}

/** Turns that still have what {@link pruneTurns} drops. */
export const turnsToPrune = (
  db: SqlConnection,
  { root, before }: PruneScope,
  limit: number,
): readonly number[] =>
  db
    .all(
      `SELECT t.id FROM turns t WHERE ${IN_SCOPE}
         AND EXISTS (SELECT 1 FROM details d WHERE d.turn_id = t.id AND ${GOES}) LIMIT ?3`,
      before,
      root,
      limit,
    )
    .map((row) => integer(row, 'id'));

/** Requests, answers and lines stay. The turns take no such details again, see `putDetails`. */
export function pruneTurns(db: SqlConnection, turnIds: readonly number[], at: number): void {
  for (const id of turnIds) {
    db.run(`DELETE FROM details AS d WHERE d.turn_id = ? AND ${GOES}`, id);
    db.run('UPDATE turns SET pruned_at = ? WHERE id = ?', at, id);
  }
}

/** When a turn's details were dropped, epoch milliseconds; null where they were not. */
export const prunedAt = (db: SqlConnection, turnId: number): number | null =>
  integerOrNull(db.get('SELECT pruned_at FROM turns WHERE id = ?', turnId) ?? {}, 'pruned_at');

/**
 * Gives the space of what was deleted back to the disk. Not inside a transaction. Needs memory for
 * the result and, for the time it takes, as much room on the disk as the file has; when either is
 * not to be had, it throws and the database is what it was.
 */
export const compact = (db: SqlConnection): void => db.run('VACUUM');
