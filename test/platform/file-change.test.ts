import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  readFileSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import {
  applyChange,
  checkChange,
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

it('nobody else may write into a directory that is made, whatever the umask', async () => {
  await using fixture = await createFixture();
  const umask = process.umask(0);
  onTestFinished(() => void process.umask(umask));
  applyChange({ path: fixture.getPath('a/b/c.json'), before: null, after: bytes('new') });
  const modes = ['a', 'a/b'].map((path) => statSync(fixture.getPath(path)).mode & 0o777);
  expect(modes).toEqual([0o755, 0o755]);
});

it('a file that somebody else changed meanwhile is left alone', async () => {
  await using fixture = await createFixture({ 'a.json': 'theirs' });
  const path = fixture.getPath('a.json');
  expect(() => applyChange({ path, before: bytes('old'), after: bytes('new') })).toThrow(
    /changed by another program/,
  );
  expect(readFileSync(path, 'utf8')).toBe('theirs');
});

it('a change that somebody else made already is none', async () => {
  await using fixture = await createFixture({ 'a.json': 'new' });
  const path = fixture.getPath('a.json');
  expect(applyChange({ path, before: bytes('old'), after: bytes('new') })).toBe(false);
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

it('a link to itself, a file on the way and a directory that is missing lead to no raw error', async () => {
  await using fixture = await createFixture({ file: '', real: {} });
  symlinkSync('self', fixture.getPath('self'));
  symlinkSync('real', fixture.getPath('link'));
  expect(() => linkTarget(fixture.getPath('self/hooks/a.json'))).toThrow(/circle of links/);
  expect(linkTarget(fixture.getPath('file/hooks/a.json'))).toBe(
    fixture.getPath('file/hooks/a.json'),
  );
  expect(linkTarget(fixture.getPath('link/hooks/a.json'))).toBe(
    fixture.getPath('real/hooks/a.json'),
  );
});

it.skipIf(process.getuid?.() === 0)(
  'a directory that may not be entered is one clear error',
  async () => {
    await using fixture = await createFixture({ closed: { 'a.json': '' } });
    chmodSync(fixture.getPath('closed'), 0);
    expect(() => linkTarget(fixture.getPath('closed/a.json'))).toThrow(
      /cannot be looked at \(EACCES\)/,
    );
    chmodSync(fixture.getPath('closed'), 0o700);
  },
);

it('what stands in the way of a change is known before it is made', async () => {
  await using fixture = await createFixture({ file: '' });
  const path = fixture.getPath('file/hooks/a.json');
  expect(() => checkChange({ path, before: null, after: bytes('new') })).toThrow(
    `${fixture.getPath('file')} is no directory`,
  );
  expect(() => checkChange({ path, before: null, after: null })).not.toThrow();
});

it.runIf(process.getuid?.() === 0)(
  'root leaves a file to its owner, and a new one to that of its directory',
  async () => {
    await using fixture = await createFixture({ home: { 'a.json': 'old' } });
    const [home, path] = [fixture.getPath('home'), fixture.getPath('home/a.json')];
    for (const entry of [home, path]) chownSync(entry, 1234, 4321);
    applyChange({ path, before: bytes('old'), after: bytes('new') });
    applyChange({ path: `${home}/b/c.json`, before: null, after: bytes('new') });
    const owners = [path, `${home}/b`, `${home}/b/c.json`].map((entry) => statSync(entry));
    expect(owners.map(({ uid, gid }) => [uid, gid])).toEqual(Array(3).fill([1234, 4321]));
  },
);

it('a hard link keeps the old bytes: a file is replaced whole', async () => {
  await using fixture = await createFixture({ 'a.json': 'old' });
  linkSync(fixture.getPath('a.json'), fixture.getPath('b.json'));
  applyChange({ path: fixture.getPath('a.json'), before: bytes('old'), after: bytes('new') });
  expect(readFileSync(fixture.getPath('b.json'), 'utf8')).toBe('old');
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
