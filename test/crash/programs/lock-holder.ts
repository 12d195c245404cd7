// lock-holder.ts LOCK: holds the lock until it is killed. Reads nothing: under Wine there are no
// pipes.
import process from 'node:process';
import { createMutex } from '../../../src/platform/owner-lock.ts';
import { pause } from '../../../src/platform/pause.ts';

const [path = ''] = process.argv.slice(2);
process.stdout.write(createMutex(path).acquire(5000) ? 'holding\n' : 'busy\n');
for (;;) pause(1000);
