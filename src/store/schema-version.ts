import type { SqlConnection } from './connection.ts';
import { DatabaseDamagedError } from './errors.ts';

/** `TLDB`: marks the files that are ours. */
const APPLICATION_ID = 0x54_4c_44_42;

/**
 * The schema's version, 0 for an empty database.
 * @throws {DatabaseDamagedError} when it is another program's
 */
export function schemaVersion(connection: SqlConnection, path: string): number {
  if (isOurs(connection)) return versionIn(connection);
  if (connection.get('SELECT 1 FROM sqlite_schema LIMIT 1') === undefined) return 0;
  throw new DatabaseDamagedError(`The file is another program's database: ${path}`);
}

export const isOurs = (connection: SqlConnection): boolean =>
  connection.get('PRAGMA application_id')?.application_id === APPLICATION_ID;

/** Of a database that is ours. */
export const versionIn = (connection: SqlConnection): number =>
  Number(connection.get('PRAGMA user_version')?.user_version);

export const newestVersion = (migrations: readonly { readonly version: number }[]): number =>
  Math.max(0, ...migrations.map(({ version }) => version));

/** The least schema version a program must know to write this database; null when it is not told. */
export function writableFrom(connection: SqlConnection): number | null {
  const table = connection.get("SELECT 1 FROM sqlite_schema WHERE name = 'meta'");
  if (table === undefined) return null;
  const value = connection.get("SELECT value FROM meta WHERE key = 'minimum_writer'")?.value;
  return value === undefined ? null : Number(value);
}

/** Belongs into the transaction of the migration. */
export function markSchema(
  connection: SqlConnection,
  version: number,
  minimumWriter: number | undefined,
): void {
  connection.run(`PRAGMA application_id = ${APPLICATION_ID}`);
  connection.run(`PRAGMA user_version = ${version}`);
  if (minimumWriter === undefined) return;
  connection.run(
    "INSERT OR REPLACE INTO meta (key, value) VALUES ('minimum_writer', ?)",
    String(minimumWriter),
  );
}
