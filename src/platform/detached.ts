import spawn from 'cross-spawn';
import type { Environment } from './environment.ts';
import { ownCommand } from './own-command.ts';

/**
 * Starts this product again for work that no hook may wait for. Its three standard streams are
 * closed, or the host would wait for the pipe it inherited.
 * @returns the number of the process; undefined when it could not be started
 */
export function startDetached(
  environment: Environment,
  words: readonly string[],
): number | undefined {
  const [file = environment.executable, ...rest] = ownCommand(environment);
  const child = spawn(file, [...rest, ...words], {
    detached: true,
    stdio: 'ignore',
    cwd: environment.dataDirectory,
    windowsHide: true,
  });
  /* ENOENT or EAGAIN: the work is left for the next hook, nothing is lost. */
  child.on('error', () => {});
  child.unref();
  return child.pid;
}
