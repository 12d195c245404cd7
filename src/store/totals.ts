import type { Host } from '../core/session.ts';
import type { SqlConnection } from './connection.ts';
import { type LastDelivery, lastDelivery } from './deliveries.ts';
import { integer, integerOrNull } from './row.ts';

export interface HostTotals {
  readonly sessions: number;
  readonly turns: number;
  /** Epoch milliseconds at which the newest turn of a session ended. */
  readonly lastCaptureAt: number | null;
  /** Epoch milliseconds. */
  readonly lastDeliveryAt: number | null;
  readonly lastDelivery: LastDelivery | null;
}

export interface Totals {
  readonly schemaVersion: number;
  readonly sessions: number;
  readonly turns: number;
}

const count = (db: SqlConnection, table: 'sessions' | 'turns'): number =>
  integer(db.get(`SELECT count(*) AS n FROM ${table}`) ?? {}, 'n');

export const totals = (db: SqlConnection): Totals => ({
  schemaVersion: integer(db.get('PRAGMA user_version') ?? {}, 'user_version'),
  sessions: count(db, 'sessions'),
  turns: count(db, 'turns'),
});

/** Looks at indexes and at one turn a session, so that it stays quick in a large memory. */
export function hostTotals(db: SqlConnection, host: Host): HostTotals {
  const row =
    db.get(
      `SELECT count(*) AS sessions,
         coalesce(sum((SELECT count(*) FROM turns WHERE session_id = s.id)), 0) AS turns,
         max((SELECT coalesce(ended_at, started_at) FROM turns WHERE session_id = s.id
              ORDER BY started_at DESC, turn_number DESC LIMIT 1)) AS last_capture,
         (SELECT max(delivered_at) FROM deliveries WHERE successor_id IN (SELECT id FROM sessions WHERE host = ?1)) AS last_delivery
       FROM sessions s WHERE s.host = ?1`,
      host,
    ) ?? {};
  return {
    sessions: integer(row, 'sessions'),
    turns: integer(row, 'turns'),
    lastCaptureAt: integerOrNull(row, 'last_capture'),
    lastDeliveryAt: integerOrNull(row, 'last_delivery'),
    lastDelivery: lastDelivery(db, host),
  };
}
