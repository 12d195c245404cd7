import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import manifest from '../package.json' with { type: 'json' };
import { hostTarget, outputName, selectTargets, type Target } from './targets.ts';
import { root } from './tool.ts';

// usage: smoke.ts [--target id,id|all]
// Starts what was built with --version: on its own system, else where an emulator can.
const EMULATORS: Readonly<Record<string, readonly string[]>> = {
  // Debian: qemu-user-static libc6-arm64-cross libstdc++6-arm64-cross libgcc-s1-arm64-cross
  qemu: ['qemu-aarch64-static', '-L', '/usr/aarch64-linux-gnu'],
  // Debian: wine wine64; once `winecfg -v win10`, as Node refuses an older Windows
  wine: ['wine'],
};

const { values } = parseArgs({ options: { target: { type: 'string' } } });
const outcomes = selectTargets(values.target).map((target) => {
  const outcome = smoke(target);
  process.stdout.write(`${target.id}: ${outcome}\n`);
  return outcome;
});
process.exitCode = outcomes.some((outcome) => outcome.startsWith('FAILED')) ? 1 : 0;

function smoke(target: Target): string {
  const executable = join(root, 'dist', outputName(target));
  if (!existsSync(executable)) return 'FAILED: not built';
  const prefix = target.id === hostTarget().id ? [] : EMULATORS[target.smoke];
  if (!prefix) return 'skipped: nothing here runs it';
  const [command = '', ...args] = [...prefix, executable, '--version'];
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, WINEDEBUG: '-all' },
  });
  if (error) return `skipped: ${error.message}`;
  const right = status === 0 && stdout.trim() === manifest.version;
  return right ? 'ok' : `FAILED: exit ${status}, ${JSON.stringify({ stdout, stderr })}`;
}
