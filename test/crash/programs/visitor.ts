// visitor.ts DATABASE: reads the database, then tries to write; prints what came of both.
import process from 'node:process';
import { openDatabase, readDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { ledgerMigration } from '../ledger.ts';

const [path = ''] = process.argv.slice(2);
const engine = await testEngine();
const read = readDatabase(engine, path, (connection) =>
  connection.get('SELECT value FROM counter'),
);
let refusal: unknown;
try {
  openDatabase(engine, path, { waitMs: 200, migrations: [ledgerMigration] }).close();
} catch (error) {
  refusal = error;
}
process.stdout.write(JSON.stringify({ read, name: (refusal as Error | undefined)?.name }));
