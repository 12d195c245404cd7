import { existsSync, readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import {
  breakLock,
  createMutex,
  lockOwner,
  removeDeadClaims,
} from '../../src/platform/owner-lock.ts';

const emptyDirectory = () => createFixture({});

it('holds a second mutex off until it is released', async () => {
  await using directory = await emptyDirectory();
  const path = directory.getPath('lock');
  const [first, second] = [createMutex(path), createMutex(path)];
  expect(first.acquire(0)).toBe(true);
  expect(second.acquire(20)).toBe(false);
  first.release();
  expect(second.acquire(0)).toBe(true);
  second.release();
});

it('waits as long as it may', async () => {
  await using directory = await emptyDirectory();
  const path = directory.getPath('lock');
  const holder = createMutex(path);
  holder.acquire(0);
  const start = performance.now();
  createMutex(path).acquire(60);
  expect(performance.now() - start).toBeGreaterThanOrEqual(60);
  holder.release();
});

it('throws the system error when the directory is missing', async () => {
  await using directory = await emptyDirectory();
  const mutex = createMutex(directory.getPath('missing/lock'));
  expect(() => mutex.acquire(0)).toThrow('ENOENT');
});

it.runIf(process.platform === 'linux')(
  'refuses a kernel lock where the system has none',
  async () => {
    await using directory = await emptyDirectory();
    const mutex = createMutex(directory.getPath('lock'), { protocol: 'macos' });
    expect(() => mutex.acquire(0)).toThrow('no exclusive locks');
  },
);

describe.skipIf(process.platform === 'win32' || process.platform === 'darwin')(
  'an owner link',
  () => {
    const names = [
      'prefix',
      'pid',
      'startTime',
      'bootId',
      'pidNamespace',
      'hostName',
      'nonce',
    ] as const;
    type Field = (typeof names)[number];

    /** The record this process writes, with some fields changed. */
    function record(path: string, changes: Partial<Record<Field, string>>): string {
      const probe = createMutex(`${path}-probe`);
      probe.acquire(0);
      const own = readlinkSync(`${path}-probe`).split(':');
      probe.release();
      return names.map((name, index) => changes[name] ?? own[index]).join(':');
    }

    const gone = { pid: '999999999' } as const;

    it.for([
      ['whose process has ended', gone],
      ['whose number another process has now', { pid: String(process.ppid), startTime: '1' }],
      ['of an earlier boot', { bootId: 'earlier' }],
    ] as const)('is taken over from an owner %s', async ([, owner]) => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      symlinkSync(record(path, owner), path);
      const mutex = createMutex(path);
      expect(mutex.acquire(0)).toBe(true);
      expect(mutex.isHeld()).toBe(true);
      mutex.release();
      expect(readdirSync(directory.path)).toEqual([]);
    });

    it.for([
      ['in another pid namespace', { ...gone, pidNamespace: '1' }],
      ['on another host', { ...gone, hostName: 'elsewhere' }],
      ['of another program', { ...gone, prefix: 'other' }],
      ['that lives', {}],
    ] as const)('is never taken from an owner %s', async ([, owner]) => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      const theirs = record(path, owner);
      symlinkSync(theirs, path);
      expect(createMutex(path).acquire(120)).toBe(false);
      expect(readlinkSync(path)).toBe(theirs);
    });

    it('is taken at once from an owner that cannot be judged in an exclusive directory', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      symlinkSync(record(path, { pidNamespace: '1' }), path);
      expect(createMutex(path, { exclusive: () => true }).acquire(0)).toBe(true);
    });

    it('is not taken from a living owner in an exclusive directory', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      symlinkSync(record(path, {}), path);
      expect(createMutex(path, { exclusive: () => true }).acquire(60)).toBe(false);
    });

    it('of a dead owner waits while a living process is about to remove it', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      symlinkSync(record(path, { ...gone, nonce: 'aa' }), path);
      symlinkSync(record(path, {}), `${path}.claim-aa`);
      expect(createMutex(path).acquire(120)).toBe(false);
    });

    it('of a dead owner is taken over the claims of processes that died removing it', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      symlinkSync(record(path, { ...gone, nonce: 'aa' }), path);
      symlinkSync(record(path, { ...gone, nonce: 'bb' }), `${path}.claim-aa`);
      symlinkSync(record(path, { ...gone, nonce: 'cc' }), `${path}.claim-aa-bb`);
      const mutex = createMutex(path);
      expect(mutex.acquire(0)).toBe(true);
      mutex.release();
      expect(readdirSync(directory.path)).toEqual([]);
    });

    it('leaves claims of dead processes, which are tidied away', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('memory.db-lock');
      symlinkSync(record(path, gone), `${path}.claim-aa`);
      symlinkSync(record(path, {}), `${path}.claim-bb`);
      removeDeadClaims(directory.path);
      expect(readdirSync(directory.path)).toEqual(['memory.db-lock.claim-bb']);
    });

    it('that somebody broke is no longer held, and the next owner keeps it', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      const [first, second] = [createMutex(path), createMutex(path)];
      first.acquire(0);
      expect(breakLock(path)).toBe(true);
      second.acquire(0);
      expect(first.isHeld()).toBe(false);
      first.release();
      expect(second.isHeld()).toBe(true);
    });

    it('tells its owner', async () => {
      await using directory = await emptyDirectory();
      const path = directory.getPath('lock');
      createMutex(path).acquire(0);
      expect(lockOwner(path)).toMatchObject({ liveness: 'alive', owner: { pid: process.pid } });
      unlinkSync(path);
      expect(lockOwner(path)).toBeUndefined();
      expect(breakLock(path)).toBe(false);
    });

    it('refuses a directory that another operating system has locked', async () => {
      await using directory = await createFixture({ lock: '' });
      const mutex = createMutex(directory.getPath('lock'));
      expect(() => mutex.acquire(0)).toThrow('Another operating system');
      expect(existsSync(directory.getPath('lock'))).toBe(true);
    });
  },
);
