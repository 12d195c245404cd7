import { writeSync } from 'node:fs';
import process from 'node:process';
import { runtimeKind } from './platform/asset.ts';
import { productVersion } from './platform/build-facts.ts';
import { readEnvironment } from './platform/environment.ts';

async function main(argv: readonly string[]): Promise<number> {
  if (argv[0] === '--version') {
    writeSync(1, `${productVersion()}\n`);
    return 0;
  }
  const script = runtimeKind() === 'executable' ? null : (process.argv[1] ?? null);
  const { runProgram } = await import('./cli/program.ts');
  return runProgram(argv, readEnvironment({ script, version: productVersion() }));
}

process.exitCode = 70;
void main(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
