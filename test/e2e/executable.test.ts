import { spawnSync } from 'node:child_process';
import { copyFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { executable, run } from './executable.ts';

const version = { status: 0, signal: null, stdout: `${manifest.version}\n`, stderr: '' };

it('says its version with an empty environment, so without a PATH and without Node', () => {
  expect(run(['--version'], { env: {} })).toEqual(version);
});

it.for([
  ['a module that does not exist', '--require /nowhere/module.js'],
  ['an option that does not exist', '--no-such-option'],
  ['a debugger', '--inspect-brk=127.0.0.1:0'],
])('takes nothing from NODE_OPTIONS: %s', ([, options = '']) => {
  expect(run(['--version'], { env: { NODE_OPTIONS: options } })).toEqual(version);
});

it('runs no code that NODE_OPTIONS names', async () => {
  await using fixture = await createFixture({ 'intruder.cjs': 'process.exit(99)' });
  const env = { NODE_OPTIONS: `--require ${fixture.getPath('intruder.cjs')}` };
  expect(run(['--version'], { env })).toEqual(version);
});

it.for(['plain', 'with space', '日本語'])('runs in a directory called "%s"', async (name) => {
  await using fixture = await createFixture({ [name]: {} });
  expect(run(['--version'], { env: {}, cwd: fixture.getPath(name) })).toEqual(version);
});

it('runs from wherever it was copied to, with no file of ours beside it', async () => {
  await using fixture = await createFixture();
  const copy = fixture.getPath('あ b');
  copyFileSync(executable, copy);
  const { status, stdout, stderr } = spawnSync(copy, ['--version'], {
    env: {},
    cwd: fixture.path,
    encoding: 'utf8',
  });
  expect({ status, signal: null, stdout, stderr }).toEqual(version);
});

it('ignores the package and the modules of the directory it runs in', async () => {
  await using fixture = await createFixture({
    'package.json': '{ "type": "module", "version": "9.9.9" }',
    'node_modules/cac/index.js': 'process.exit(99)',
  });
  expect(run(['--version'], { env: {}, cwd: fixture.path })).toEqual(version);
});

it('prints the licenses of what it carries, anywhere', async () => {
  await using fixture = await createFixture();
  const { status, stdout, stderr } = run(['--licenses'], { env: {}, cwd: fixture.path });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const part of ['sql.js 1.17.0 (MIT)', 'SQLite 3.', 'Node.js is licensed for use as follows'])
    expect(stdout).toContain(part);
});
