import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';

it('the demo really does what it shows, ends with the command to use, and leaves nothing', async () => {
  await using scratch = await createFixture();
  const { status, stdout, stderr } = spawnSync(process.execPath, ['build/demo.ts'], {
    env: { ...process.env, TMPDIR: scratch.path, TEMP: scratch.path },
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^ {2}\S.*throughline-bin\S* install$/);
  expect(stdout).not.toContain('\u001b');
  expect(await scratch.readdir('')).toEqual([]);
});
