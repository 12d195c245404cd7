import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../../src/platform/environment.ts';

/** The environment of a user whose everything is below `root`; home has a blank and non-ASCII in it. */
export function environmentIn(root: string, changes: Partial<Environment> = {}): Environment {
  const home = join(root, 'Jane Doe (日本)');
  mkdirSync(join(home, 'work'), { recursive: true });
  const executable = join(root, 'download', 'throughline-bin-linux-x64');
  mkdirSync(join(root, 'download'), { recursive: true });
  // Stands in for the product: answers with its arguments, one a line.
  cpSync(join(import.meta.dirname, 'echo-arguments.sh'), executable);
  return {
    variables: {},
    home,
    cwd: join(home, 'work'),
    platform: 'linux',
    executable,
    script: null,
    dataDirectory: join(home, '.throughline'),
    dataDirectoryIsDefault: true,
    locale: 'en',
    version: '1.0.0',
    now: Date.now,
    ...changes,
  };
}
