// holder.ts DATABASE: stays in the middle of a transaction until a line comes.
import { once } from 'node:events';
import process from 'node:process';
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
await once(process.stdin, 'data');
connection.run('COMMIT');
connection.close();
process.stdin.destroy();
