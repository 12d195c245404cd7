// migrator.ts DATABASE BACKUPS: brings a database of the first schema up to the synthetic second.
import process from 'node:process';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { ledgerMigration } from '../ledger.ts';
import { widerLedger } from '../wider-ledger.ts';

const [path = '', backups = ''] = process.argv.slice(2);
const migrations = [ledgerMigration, widerLedger];
const engine = await testEngine();
process.stdout.write('ready\n');
openDatabase(engine, path, { waitMs: 5000, migrations, backups }).close();
process.stdout.write('done\n');
