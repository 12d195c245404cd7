import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import {
  applyChange,
  isChange,
  linkTarget,
  missingDirectories,
  readIfPresent,
  removeEmptyDirectories,
} from '../../src/platform/file-change.ts';

const bytes = (text: string): Uint8Array => Buffer.from(text);

it('a file keeps its mode, whatever the umask', async () => {
  await using fixture = await createFixture({ 'a.json': 'old' });
  const path = fixture.getPath('a.json');
  chmodSync(path, 0o666);
  applyChange({ path, before: bytes('old'), after: bytes('new') });
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o666);
});

it('a new file is its owner’s alone, its directories are made', async () => {
  await using fixture = await createFixture();
  const path = fixture.getPath('a/b/c.json');
  expect(missingDirectories(path)).toEqual([fixture.getPath('a'), fixture.getPath('a/b')]);
  applyChange({ path, before: null, after: bytes('new') });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

it('a file that somebody else changed meanwhile is left alone', async () => {
  await using fixture = await createFixture({ 'a.json': 'theirs' });
  const path = fixture.getPath('a.json');
  expect(() => applyChange({ path, before: bytes('old'), after: bytes('new') })).toThrow(
    /changed by another program/,
  );
  expect(readFileSync(path, 'utf8')).toBe('theirs');
});

it('a change to nothing deletes the file', async () => {
  await using fixture = await createFixture({ 'a.json': 'old' });
  const path = fixture.getPath('a.json');
  applyChange({ path, before: bytes('old'), after: null });
  expect(readIfPresent(path)).toBeNull();
});

it('equal bytes are no change', () => {
  expect(isChange({ path: '', before: bytes('a'), after: bytes('a') })).toBe(false);
  expect(isChange({ path: '', before: null, after: null })).toBe(false);
  expect(isChange({ path: '', before: null, after: bytes('') })).toBe(true);
});

it('links are followed to their end, also where nothing is there yet', async () => {
  await using fixture = await createFixture({ real: { 'a.json': '' } });
  symlinkSync('real/a.json', fixture.getPath('first'));
  symlinkSync('first', fixture.getPath('second'));
  symlinkSync('real/later.json', fixture.getPath('dangling'));
  expect(linkTarget(fixture.getPath('second'))).toBe(fixture.getPath('real/a.json'));
  expect(linkTarget(fixture.getPath('dangling'))).toBe(fixture.getPath('real/later.json'));
  expect(lstatSync(fixture.getPath('first')).isSymbolicLink()).toBe(true);
});

it('a circle of links is refused', async () => {
  await using fixture = await createFixture();
  symlinkSync('b', fixture.getPath('a'));
  symlinkSync('a', fixture.getPath('b'));
  expect(() => linkTarget(fixture.getPath('a'))).toThrow(/circle of links/);
});

it('a directory in place of a file is one clear error', async () => {
  await using fixture = await createFixture({ 'a.json': {} });
  expect(() => readIfPresent(fixture.getPath('a.json'))).toThrow(/cannot be read \(EISDIR\)/);
});

it.runIf(process.platform === 'linux')('a device in place of a file is one clear error', () => {
  expect(() => readIfPresent('/dev/zero')).toThrow('/dev/zero is no file');
});

it('only empty directories are removed', async () => {
  await using fixture = await createFixture({ a: { b: { c: {} }, theirs: '' } });
  removeEmptyDirectories(['a', 'a/b', 'a/b/c', 'gone'].map((name) => fixture.getPath(name)));
  expect(readIfPresent(fixture.getPath('a/theirs'))).not.toBeNull();
  expect(statSync(fixture.getPath('a/b'), { throwIfNoEntry: false })).toBeUndefined();
});
