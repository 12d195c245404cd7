import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

// What a first visitor runs: the executable is built and shows its main job.
for (const script of ['build.ts', 'demo.ts']) {
  const path = join(import.meta.dirname, script);
  execFileSync(process.execPath, [path], { stdio: 'inherit' });
}
