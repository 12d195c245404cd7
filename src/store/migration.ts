import type { SqlConnection } from './connection.ts';
import { markSchema } from './schema-version.ts';

/** One step of the schema: version n turns a database of version n - 1 into one of version n. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
  /**
   * The least schema version a writer or reader must know to work with the result; left out, it
   * stays what it was.
   */
  readonly minimumWriter?: number;
}

/**
 * Runs migrations, each in a transaction of its own: killed at any point, the database has one
 * version or the other. References that lead to nothing are left as they are, but a migration must
 * not add one.
 */
export function migrate(connection: SqlConnection, pending: readonly Migration[]): void {
  // A migration may rebuild a table that others refer to, which takes effect only outside of one.
  connection.run('PRAGMA foreign_keys = OFF');
  for (const { version, sql, minimumWriter } of pending) {
    connection.transaction(() => {
      const before = orphans(connection);
      connection.run(sql);
      markSchema(connection, version, minimumWriter);
      for (const [table, count] of orphans(connection)) {
        if (count <= (before.get(table) ?? 0)) continue;
        throw new Error(`Migration ${version} breaks references of ${table}`);
      }
    });
  }
  connection.run('PRAGMA foreign_keys = ON');
}

/** How many rows of a table refer to a row that is not there. */
function orphans(connection: SqlConnection): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { table } of connection.all('PRAGMA foreign_key_check')) {
    counts.set(String(table), (counts.get(String(table)) ?? 0) + 1);
  }
  return counts;
}
