// contender.ts LOCK MARKER: takes the lock again and again and often dies holding it; prints when
// it was not alone inside.
import { readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import type { ProcessIdentity } from '../../../src/core/process-identity.ts';
import { createMutex } from '../../../src/platform/owner-lock.ts';
import { livenessOf, ownIdentity } from '../../../src/platform/process-identity.ts';

const [lock = '', marker = ''] = process.argv.slice(2);
const self = JSON.stringify(ownIdentity());
const mutex = createMutex(lock);

/** The identity inside the marker; another contender may remove it at any time. */
function otherInside(): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(marker, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

for (;;) {
  if (!mutex.acquire(20_000)) throw new Error('STUCK');
  const other = otherInside();
  if (other !== undefined && livenessOf(other) === 'alive') throw new Error('NOT ALONE');
  writeFileSync(marker, self);
  if (Math.random() < 0.15) process.kill(process.pid, 'SIGKILL');
  if (readFileSync(marker, 'utf8') !== self) throw new Error('NOT ALONE');
  unlinkSync(marker);
  process.stdout.write('.');
  mutex.release();
}
