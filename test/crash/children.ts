import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

export interface Child {
  readonly process: ChildProcess;
  /** Everything printed so far. */
  readonly output: () => string;
  /** Resolves with the exit code, null when killed by a signal. */
  readonly ended: Promise<number | null>;
}

export interface ChildOptions {
  readonly uid?: number;
  /** A shell command that prepares the process, for example `ulimit -f 100`. */
  readonly after?: string;
}

/** Starts one of `programs/` with the node that runs the tests. */
export function start(
  program: string,
  parameters: readonly (string | number)[],
  options: ChildOptions = {},
): Child {
  const path = fileURLToPath(new URL(`programs/${program}.ts`, import.meta.url));
  const command = [process.execPath, path, ...parameters.map(String)];
  const shell = ['sh', '-c', `${options.after ?? ':'}; exec "$@"`, 'sh'];
  const [file = '', ...rest] = options.after === undefined ? command : [...shell, ...command];
  const child = spawn(file, rest, options.uid === undefined ? {} : { uid: options.uid });
  let output = '';
  const collect = (chunk: unknown): void => {
    output += String(chunk);
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  return {
    process: child,
    output: () => output,
    ended: once(child, 'close').then(([code]) => code as number | null),
  };
}

/** Resolves when the child has printed `text`. */
export async function printed(child: Child, text: string): Promise<void> {
  let over = false;
  const note = (): void => {
    over = true;
  };
  child.ended.then(note, note);
  while (!child.output().includes(text)) {
    if (over) throw new Error(`The program ended without "${text}": ${child.output()}`);
    await sleep(2);
  }
}

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms));

/**
 * A size from the environment, so that the same tests can run for seconds or for hours.
 * @param sizes.small what `THROUGHLINE_TEST_SIZE=small` means, where the usual size takes long
 */
export function size(
  name: string,
  sizes: { readonly usual: number; readonly small?: number },
): number {
  const { usual, small = usual } = sizes;
  return Number(
    process.env[name] ?? (process.env['THROUGHLINE_TEST_SIZE'] === 'small' ? small : usual),
  );
}
