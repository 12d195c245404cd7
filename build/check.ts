import { join } from 'node:path';
import process from 'node:process';
import { root, runScript, toolScript } from './tool.ts';

// Everything that must hold before a commit; two at a time, the slowest first.
const knip = toolScript('knip', 'knip');
const steps: readonly (readonly [name: string, script: string, ...args: string[]])[] = [
  ['unit tests', join(root, 'build', 'run-tests.ts'), 'unit'],
  ['dead code', knip],
  ['dead code in the product', knip, '--production'],
  ['workflows', join(root, 'build', 'lint-workflows.ts')],
  ['types', toolScript('typescript', 'tsc'), '--noEmit', '-p', root],
  [
    'format and lint',
    toolScript('@biomejs/biome', 'biome'),
    'ci',
    '--diagnostic-level=warn',
    '--error-on-warnings',
    '--colors=off',
  ],
];

const queue = [...steps];
const failures: string[] = [];
await Promise.all([worker(), worker()]);
if (failures.length > 0) {
  process.stdout.write(`\ncheck failed: ${failures.join(', ')}\n`);
  process.exitCode = 1;
}

async function worker(): Promise<void> {
  for (let step = queue.shift(); step; step = queue.shift()) {
    const [name, script, ...args] = step;
    const began = performance.now();
    const { status, text } = await runScript(script, args, 'collect');
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    process.stdout.write(`\n── ${name}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)\n${text}`);
    if (status !== 0) failures.push(name);
  }
}
