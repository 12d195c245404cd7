import { writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { createMutex } from '../../../src/platform/owner-lock.ts';
import { pause } from '../../../src/platform/pause.ts';
import { DatabaseBusyError } from '../../../src/store/errors.ts';
import { fileNames } from '../../../src/store/sqljs/file-names.ts';
import { validatedRead } from '../../../src/store/sqljs/validated-read.ts';

/** A database in which somebody writes during every read without the lock. */
async function busyPlace() {
  const directory = await createFixture({ db: '' });
  const names = fileNames(directory.getPath('db'));
  let writes = 0;
  const readFor = (readMs: number, waitMs: number) => {
    const mutex = createMutex(names.lock);
    try {
      return validatedRead({
        names,
        mutex: () => mutex,
        waitMs,
        unlocked: () => {
          writes += 1;
          writeFileSync(names.sequence, String(writes).padStart(8, '0'));
          pause(readMs);
          return 'between two states';
        },
        locked: () => 'one state',
      });
    } finally {
      mutex.release();
    }
  };
  return Object.assign(directory, { readFor });
}

describe('a read beside writers that never rest', () => {
  it('takes the lock when its caller may wait', async () => {
    await using place = await busyPlace();
    expect(place.readFor(10, 5000)).toBe('one state');
  });

  it('takes the lock also where one attempt takes longer than a hook may wait', async () => {
    await using place = await busyPlace();
    expect(place.readFor(600, 5000)).toBe('one state');
  });

  it('gives up where its caller may not wait and somebody has the lock', async () => {
    await using place = await busyPlace();
    const other = createMutex(fileNames(place.getPath('db')).lock);
    other.acquire(0);
    expect(() => place.readFor(10, 50)).toThrow(DatabaseBusyError);
    other.release();
  });
});
