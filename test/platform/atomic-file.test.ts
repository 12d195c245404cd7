import { existsSync, statSync, symlinkSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { privateDirectory } from '../../src/platform/atomic-file.ts';

describe('a private directory', () => {
  it('is made with its parents, for its owner alone', async () => {
    await using fixture = await createFixture();
    privateDirectory(fixture.getPath('a/b/c'));
    const modes = ['a', 'a/b', 'a/b/c'].map((path) => statSync(fixture.getPath(path)).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o700]);
  });

  it('may be there already, also behind a link', async () => {
    await using fixture = await createFixture({ 'real/file': '' });
    symlinkSync(fixture.getPath('real'), fixture.getPath('link'));
    privateDirectory(fixture.getPath('link'));
    privateDirectory(fixture.getPath('link/new'));
    expect(existsSync(fixture.getPath('real/new'))).toBe(true);
  });

  it.for(['file', 'file/below', 'dangling', 'dangling/below'])('is refused at %s', async (path) => {
    await using fixture = await createFixture({ file: '' });
    symlinkSync(fixture.getPath('nowhere'), fixture.getPath('dangling'));
    expect(() => privateDirectory(fixture.getPath(path))).toThrow(/E(?:EXIST|NOTDIR|NOENT)/);
  });

  it.runIf(process.platform === 'linux')(
    'is refused, not tried for ever, where the system makes none although the parent is there',
    () => {
      expect(() => privateDirectory('/proc/throughline/run')).toThrow('ENOENT');
    },
  );
});
