// recorded-writer.ts DIRECTORY LOG TRANSACTIONS PRAGMAS: transactions of varied size, like so many
// hooks, and a copy half way; leaves everything asked of the disk in the log.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { serialize } from 'node:v8';
import type { SqlConnection } from '../../../src/store/connection.ts';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { DiskRecorder } from '../disk-recorder.ts';
import { stateOf } from '../disk-state.ts';
import { ledgerMigration } from '../ledger.ts';

const A_HOOK = 7;
const [directory = '', log = '', transactions = '', pragmas = ''] = process.argv.slice(2);
const engine = await testEngine();
const recorder = new DiskRecorder(directory);

function open(): SqlConnection {
  const path = join(directory, 'memory.db');
  const connection = openDatabase(engine, path, { waitMs: 0, migrations: [ledgerMigration] });
  connection.run('PRAGMA cache_size = 8'); // pages reach the file in the midst of a transaction
  if (pragmas !== '') connection.run(pragmas);
  return connection;
}

/** Adds rows, rewrites those of the transaction before the last, and now and then removes some. */
function write(connection: SqlConnection, number: number): void {
  const parts = 1 + ((number * 7) % 23);
  const text = (part: number) =>
    `${number}.${part} `.repeat(20 + ((number * 97 + part * 31) % 300));
  const insert = 'INSERT INTO events (writer, number, parts, text) VALUES (0, ?, ?, ?)';
  connection.transaction(() => {
    for (let part = 0; part < parts; part++) connection.run(insert, number, parts, text(part));
    connection.run('UPDATE events SET text = ? WHERE number = ?', text(99), number - 2);
    if (number % 5 === 4) connection.run('DELETE FROM events WHERE number = ?', number - 4);
    connection.run('UPDATE counter SET value = value + 1');
  });
}

recorder.start();
let connection = open();
const acknowledge = (name: string): void =>
  recorder.acknowledge({ name, state: stateOf(connection) });
acknowledge('memory.db');
for (let number = 0; number < Number(transactions); number++) {
  write(connection, number);
  acknowledge('memory.db');
  if (number === Math.floor(Number(transactions) / 2)) {
    connection.copyTo(join(directory, 'copy.db'));
    acknowledge('copy.db');
  }
  if (number % A_HOOK !== A_HOOK - 1) continue;
  connection.close();
  connection = open();
}
connection.close();
writeFileSync(log, serialize(recorder.operations));
