import { join } from 'node:path';
import process from 'node:process';
import { root, runScript } from './tool.ts';

// The build does not wait for a clean check: one run shows all there is to repair.
const script = (name: string, ...args: string[]) =>
  runScript(join(root, 'build', name), args, 'inherit').then(({ status }) => status === 0);

const checked = await script('check.ts');
const slow = await script('run-tests.ts', 'slow');
const underDeno = await script('test-deno.ts');
const tested = (await script('build.ts')) && (await script('run-tests.ts', 'e2e'));
process.exitCode = checked && slow && underDeno && tested ? 0 : 1;
