import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { exportFailure } from '../../src/cli/export-failure.ts';
import { runProgram } from '../../src/cli/program.ts';
import { DatabaseUnwritableError } from '../../src/store/errors.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const MOUNT = ['-t', 'tmpfs', '-o', 'size=128k'];
const mounted = (directory: string): boolean =>
  spawnSync('mount', [...MOUNT, 'tmpfs', directory]).status === 0;
const unmount = (directory: string) => spawnSync('umount', [directory]);

const canMount = ((): boolean => {
  const directory = mkdtempSync(join(tmpdir(), 'mount-'));
  const can = process.platform === 'linux' && mounted(directory);
  if (can) unmount(directory);
  rmSync(directory, { recursive: true });
  return can;
})();

async function machineWithMemory() {
  const fixture = await createFixture({ disk: {} });
  const environment = environmentIn(fixture.path);
  mkdirSync(environment.dataDirectory, { recursive: true });
  using db = await openMemory(environment.dataDirectory);
  noted(db, 's');
  for (let number = 0; number < 40; number += 1)
    storeTurn(db, aTurn('s', `k${number}`, { number, answer: 'a long answer '.repeat(800) }));
  return { fixture, environment };
}

const FORMATS: readonly (readonly [string, ...string[]])[] = [
  ['memory.md'],
  ['memory.jsonl'],
  ['memory.db'],
  ['part.db', '--since', '1970-01-01'],
  ['original.db', '--as-original'],
];

describe.skipIf(!canMount)('where the disk is full', () => {
  it.for(FORMATS)('%j is named, and nothing is left of it', async ([name, ...words]) => {
    const { fixture, environment } = await machineWithMemory();
    const disk = fixture.getPath('disk');
    expect(mounted(disk)).toBe(true);
    try {
      const path = join(disk, name);
      const run = runProgram(['export', '--all', '-o', path, ...words], () => environment);
      await expect(run).rejects.toMatchObject({
        name: 'UserError',
        exitCode: 1,
        message: `There is no room for ${path} (ENOSPC): make some, or name another place.`,
      });
      expect(readdirSync(disk)).toEqual([]);
    } finally {
      unmount(disk);
      rmSync(fixture.path, { recursive: true, force: true });
    }
  });
});

const refused = (code: string): Error =>
  Object.assign(new Error(`${code}: refused, write`), { code, syscall: 'write' });

it.for([
  ['ENOSPC', 'There is no room for /d/e.md (ENOSPC): make some, or '],
  ['EDQUOT', 'There is no room for /d/e.md (EDQUOT): make some, or '],
  ['EROFS', '/d/e.md is on a read-only file system (EROFS); '],
  ['EACCES', '/d/e.md cannot be written by this user (EACCES); '],
  ['ENOTDIR', '/d/e.md cannot be made, a part of its path is no directory (ENOTDIR); '],
  ['ENAMETOOLONG', '/d/e.md cannot be made, its name is too long (ENAMETOOLONG); '],
  ['EIO', '/d/e.md cannot be written (EIO); '],
])('%s names the file that was to be written', ([code, message]) => {
  const cause = refused(code ?? '');
  for (const error of [cause, new DatabaseUnwritableError('it', { cause })])
    expect(exportFailure(error, '/d/e.md')).toMatchObject({
      exitCode: 1,
      message: `${message}name another place.`,
    });
});

it('what is no refusal of the system stays what it is', () => {
  const bug = new TypeError('a bug');
  expect(exportFailure(bug, '/d/e.md')).toBe(bug);
});

it.skipIf(process.platform !== 'linux')('a device that is full is named', async () => {
  const { fixture, environment } = await machineWithMemory();
  await using _ = fixture;
  const run = runProgram(
    ['export', '--all', '-o', '/dev/full', '--format', 'jsonl'],
    () => environment,
  );
  await expect(run).rejects.toThrow('There is no room for /dev/full (ENOSPC)');
});
