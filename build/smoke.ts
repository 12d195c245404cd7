import { existsSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { SmokeMachine } from './smoke/machine.ts';
import { STEPS, type Step } from './smoke/main-job.ts';
import { runnerFor } from './smoke/runner.ts';
import { checkStructure } from './smoke/structure.ts';
import { outputName, selectTargets, type Target } from './targets.ts';
import { root } from './tool.ts';

// usage: smoke.ts [--target id,id|all]
// Looks at what was built, and does the main job with it: on its own system, else where an emulator can.
const NEEDS = {
  environment: 'an environment of its own',
  rights: 'a user who may not write everywhere',
};

const { values } = parseArgs({ options: { target: { type: 'string' } } });
for (const target of selectTargets(values.target)) smoke(target);

function smoke(target: Target): void {
  const executable = join(root, 'dist', outputName(target));
  if (!existsSync(executable)) {
    report(target, 'FAILED: not built');
    return;
  }
  attempt(target, 'structure', () => checkStructure(executable, target));
  const runner = runnerFor(target);
  if (typeof runner === 'string') {
    report(target, `not run: ${runner}`);
    return;
  }
  report(target, `runs ${runner.name}`);
  const machine = new SmokeMachine(runner, executable);
  try {
    for (const step of STEPS) take(target, step, machine);
  } finally {
    machine.remove();
    runner.end();
  }
}

function take(target: Target, { name, needs, run }: Step, machine: SmokeMachine): void {
  if (needs !== undefined && machine.runner.lacks.includes(needs)) {
    report(target, `passed over: ${name} (needs ${NEEDS[needs]})`);
    return;
  }
  attempt(target, name, () => {
    const began = performance.now();
    run(machine);
    return `${((performance.now() - began) / 1000).toFixed(1)} s`;
  });
}

function attempt(target: Target, name: string, run: () => string): void {
  try {
    report(target, `ok: ${name} (${run()})`);
  } catch (error) {
    report(target, `FAILED: ${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function report({ id }: Target, line: string): void {
  process.stdout.write(`${id}: ${line}\n`);
  if (line.startsWith('FAILED')) process.exitCode = 1;
}
