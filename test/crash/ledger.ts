import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { SqlEngine } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/open.ts';

/** Each transaction adds `parts` events of one writer and counts itself. */
export const ledgerMigration = {
  version: 1,
  sql: `
CREATE TABLE events (id INTEGER PRIMARY KEY, writer, number, parts, text);
CREATE INDEX events_by_writer ON events (writer, number);
CREATE TABLE counter (value);
INSERT INTO counter VALUES (0);
`,
} as const;

export interface Audit {
  readonly acknowledged: number;
  /** Acknowledged transactions that are not in the database. */
  readonly lost: readonly string[];
  /** Transactions of which only some events are there. */
  readonly partial: readonly string[];
  readonly stored: number;
  readonly counted: number;
  readonly integrity: string;
}

/** Compares a database with the ledger of acknowledged transactions, one `writer:number` a line. */
export function audit(engine: SqlEngine, path: string, ledger: string): Audit {
  const lines = existsSync(ledger) ? readFileSync(ledger, 'utf8').split('\n') : [];
  const acknowledged = lines.filter((line) => line !== '');
  const connection = openDatabase(engine, path, { waitMs: 5000, migrations: [ledgerMigration] });
  const rows = connection.all(
    'SELECT writer, number, parts, count(*) AS found FROM events GROUP BY writer, number',
  );
  const counted = Number(connection.get('SELECT value FROM counter')?.['value']);
  const own = connection.all('PRAGMA integrity_check').map((row) => row['integrity_check']);
  connection.close();
  const names = new Set(rows.map((row) => `${row['writer']}:${row['number']}`));
  return {
    acknowledged: acknowledged.length,
    lost: acknowledged.filter((name) => !names.has(name)),
    partial: rows
      .filter((row) => row['parts'] !== row['found'])
      .map((row) => `${row['writer']}:${row['number']}`),
    stored: rows.length,
    counted,
    integrity: [...own, ...foreignIntegrity(path)].join(),
  };
}

/** What the system's own sqlite3 says, where there is one. */
export function foreignIntegrity(path: string): readonly string[] {
  if (spawnSync('sqlite3', ['--version']).error !== undefined) return ['ok'];
  return [execFileSync('sqlite3', [path, 'PRAGMA integrity_check'], { encoding: 'utf8' }).trim()];
}
