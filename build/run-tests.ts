import { join } from 'node:path';
import process from 'node:process';
import { root, runScript, toolScript } from './tool.ts';

// usage: run-tests.ts PROJECT [VITEST ARGUMENT…]
const [project = 'unit', ...args] = process.argv.slice(2);
const { status } = await runScript(
  toolScript('vitest', 'vitest'),
  [
    ...['run', '--project', project, '--reporter=default'],
    // For test-totals.ts.
    '--reporter=json',
    `--outputFile.json=${join(root, '.cache', 'tests', `${project}.json`)}`,
    ...args,
  ],
  'inherit',
);
process.exitCode = status;
