import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { root, runScript } from './tool.ts';

// usage: test-deno.ts [VITEST ARGUMENT…]
// The sources under Deno: its types, and `test/deno` with the permissions that the README has.
const packages = join(root, 'node_modules', '@deno');
const [target = ''] = readdirSync(packages); // npm installs the one of this system
const directory = join(packages, target);
const cache = join(root, '.cache', 'deno');
const variables = { DENO_DIR: cache, DENO_NO_UPDATE_CHECK: '1' };

const program = join(directory, process.platform === 'win32' ? 'deno.exe' : 'deno');
const checked = spawnSync(program, ['check', 'src/main.ts'], {
  cwd: root,
  env: { ...process.env, ...variables },
  stdio: 'inherit',
});
if (checked.error) throw checked.error;

process.env.THROUGHLINE_BIN = launcher();
const tests = join(root, 'build', 'run-tests.ts');
const tested = await runScript(tests, ['deno', ...process.argv.slice(2)], 'inherit');
process.exitCode = (checked.status ?? 1) || tested.status;

/** A program that the tests take for the executable. It keeps what Deno compiled out of their homes. */
function launcher(): string {
  const [, flags] =
    /^deno run (.+) src\/main\.ts/m.exec(readFileSync(join(root, 'README.md'), 'utf8')) ?? [];
  if (flags === undefined) throw new Error('README.md has no line that begins with deno run');
  mkdirSync(cache, { recursive: true });
  const path = join(cache, 'throughline-deno');
  const exported = Object.entries(variables).map(([name, value]) => `${name}='${value}'`);
  const lines = [
    '#!/bin/sh',
    `export ${exported.join(' ')} PATH='${directory}':"$PATH"`,
    `exec deno run ${flags} '${join(root, 'src', 'main.ts')}' "$@"`,
  ];
  writeFileSync(path, `${lines.join('\n')}\n`);
  chmodSync(path, 0o755);
  return path;
}
