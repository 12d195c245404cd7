// writer.ts DATABASE LEDGER WRITER TRANSACTIONS: like so many hooks, each opening the database anew.
import { openSync, writeSync } from 'node:fs';
import process from 'node:process';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';
import { ledgerMigration } from '../ledger.ts';

const [path = '', ledger = '', writer = '', transactions = ''] = process.argv.slice(2);
const engine = await testEngine();
const fd = openSync(ledger, 'a');

for (let number = 0; number < Number(transactions); number++) {
  const connection = openDatabase(engine, path, { waitMs: 60_000, migrations: [ledgerMigration] });
  const parts = 2 + ((number * 7 + Number(writer)) % 4);
  connection.transaction(() => {
    for (let part = 0; part < parts; part++) {
      const text = '記憶'.repeat(20 + ((number * 31 + part * 17) % 200));
      connection.run(
        'INSERT INTO events (writer, number, parts, text) VALUES (?, ?, ?, ?)',
        Number(writer),
        number,
        parts,
        text,
      );
    }
    connection.run('UPDATE counter SET value = value + 1');
  });
  writeSync(fd, `${writer}:${number}\n`);
  connection.close();
  if (number === 0) process.stdout.write('writing\n');
}
