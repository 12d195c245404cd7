import type { SqlConnection } from './connection.ts';
import { integerOrNull } from './row.ts';

/** When a session was last given a reminder, epoch milliseconds; 0 if never. */
export const lastReminderAt = (db: SqlConnection, session: string): number =>
  integerOrNull(
    db.get(
      `SELECT max(offered_at) AS at FROM deliveries WHERE successor_id = ? AND kind = 'reminder'`,
      session,
    ) ?? {},
    'at',
  ) ?? 0;
