// hold-lock.ts DATABASE: holds the lock of a database until stdin ends.
import { once } from 'node:events';
import process from 'node:process';
import { createMutex } from '../../../src/platform/owner-lock.ts';

const [path = ''] = process.argv.slice(2);
const mutex = createMutex(`${path}-lock`);
process.stdout.write(mutex.acquire(5000) ? 'holding\n' : 'busy\n');
process.stdin.resume();
await once(process.stdin, 'end');
mutex.release();
