// windows-writer.ts DATABASE: stays in the middle of a transaction, whose pages are partly in the
// file already, until it is killed.
import process from 'node:process';
import { pause } from '../../../src/platform/pause.ts';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { ledgerMigration } from '../ledger.ts';

const [path = ''] = process.argv.slice(2);
const migrations = [ledgerMigration];
const connection = openDatabase(await testEngine(), path, { waitMs: 1000, migrations });
connection.run('PRAGMA cache_size = 2');
connection.run('BEGIN IMMEDIATE');
for (let number = 0; number < 200; number++) {
  connection.run(
    "INSERT INTO events (writer, number, parts, text) VALUES ('holder', ?, 1, zeroblob(500))",
    number,
  );
}
process.stdout.write('holding\n');
for (;;) pause(1000);
