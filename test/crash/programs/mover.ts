// mover.ts DATABASE MILLISECONDS [REST]: moves amounts between accounts, several transactions a lock,
// and rests between REST and twice that many milliseconds.
import process from 'node:process';
import { pause } from '../../../src/platform/pause.ts';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { accountsMigration } from '../accounts.ts';

const [path = '', milliseconds = '', rest = '20'] = process.argv.slice(2);
const engine = await testEngine();
const end = performance.now() + Number(milliseconds);
const account = () => Math.floor(Math.random() * 1000);
const migrations = [accountsMigration];

while (performance.now() < end) {
  const connection = openDatabase(engine, path, { waitMs: 10_000, migrations });
  connection.run('PRAGMA cache_size = 10'); // pages reach the file in the midst of a transaction
  for (let transaction = 0; transaction < 3; transaction++) {
    connection.run('BEGIN IMMEDIATE');
    for (let move = 0; move < 50; move++) {
      connection.run('UPDATE accounts SET amount = amount - 1 WHERE id = ?', account());
      connection.run('UPDATE accounts SET amount = amount + 1 WHERE id = ?', account());
    }
    connection.run(transaction === 2 ? 'ROLLBACK' : 'COMMIT');
  }
  connection.close();
  pause(Number(rest) * (1 + Math.random()));
}
