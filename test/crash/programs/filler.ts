// filler.ts DATABASE: writes until the system refuses; prints what was committed and the refusal.
import process from 'node:process';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { ledgerMigration } from '../ledger.ts';

const [path = ''] = process.argv.slice(2);
const migrations = [ledgerMigration];
const connection = openDatabase(await testEngine(), path, { waitMs: 1000, migrations });
let committed = 0;
let refusal: unknown;
while (refusal === undefined && committed < 10_000) {
  try {
    connection.run(
      "INSERT INTO events (writer, number, parts, text) VALUES ('filler', ?, 1, zeroblob(5000))",
      committed,
    );
    committed += 1;
  } catch (error) {
    refusal = error;
  }
}
const stored = connection.get('SELECT count(*) AS n FROM events')?.['n'];
connection.close();
const { name, message } = refusal as Error;
process.stdout.write(JSON.stringify({ committed, stored, name, message }));
