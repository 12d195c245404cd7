import { execFileSync } from 'node:child_process';
import { closeSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { createFixture, type FsFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { openRegularFile, regularFileSize } from '../../src/platform/regular-file.ts';

const noFile = [
  ['missing', (at: FsFixture) => at.getPath('missing')],
  ['below a file', (at: FsFixture) => at.getPath('file/below')],
  ['a directory', (at: FsFixture) => at.getPath('directory')],
  ['a circle of links', (at: FsFixture) => at.getPath('circle')],
  ['too long', (at: FsFixture) => at.getPath('x'.repeat(5000))],
  ['with a NUL', (at: FsFixture) => at.getPath('a\0b')],
] as const;

async function files(): Promise<FsFixture> {
  const fixture = await createFixture({ file: 'four', 'directory/file': '' });
  symlinkSync(fixture.getPath('circle'), fixture.getPath('circle'));
  return fixture;
}

describe('a path from outside', () => {
  it('is opened and measured where there is a file', async () => {
    await using fixture = await files();
    const fd = openRegularFile(fixture.getPath('file'));
    expect(fd).toBeTypeOf('number');
    closeSync(fd ?? -1);
    expect(regularFileSize(fixture.getPath('file'))).toBe(4);
  });

  it.for(noFile)('is no file and no failure: %s', async ([, pathIn]) => {
    await using fixture = await files();
    expect(openRegularFile(pathIn(fixture))).toBeNull();
    expect(regularFileSize(pathIn(fixture))).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('does not wait for the writer of a pipe', async () => {
    await using fixture = await files();
    execFileSync('mkfifo', [fixture.getPath('pipe')]);
    expect(openRegularFile(fixture.getPath('pipe'))).toBeNull();
  });

  it.runIf(process.platform === 'linux')('reads no device', () => {
    expect(openRegularFile('/dev/zero')).toBeNull();
    expect(regularFileSize('/dev/zero')).toBe(0);
  });
});
