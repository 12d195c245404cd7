// interrupted-writer.ts DATABASE: stays in the middle of a transaction on the memory, whose pages
// are partly in the file already, until it is killed.
import process from 'node:process';
import { pause } from '../../../src/platform/pause.ts';
import { migrations } from '../../../src/store/migrations/all.ts';
import { openDatabase } from '../../../src/store/open.ts';
import { testEngine } from '../../store/test-engine.ts';

const [path = ''] = process.argv.slice(2);
const connection = openDatabase(await testEngine(), path, { waitMs: 5000, migrations });
connection.run('PRAGMA cache_size = 2');
connection.run('BEGIN IMMEDIATE');
connection.run('DELETE FROM bodies');
for (let number = 0; number < 500; number++) {
  connection.run('INSERT INTO meta (key, value) VALUES (?, hex(zeroblob(500)))', `x${number}`);
}
process.stdout.write('holding\n');
for (;;) pause(1000);
