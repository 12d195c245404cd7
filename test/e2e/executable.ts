import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';

/** The executable under test, absolute. */
export const executable =
  process.env.THROUGHLINE_BIN ??
  join(
    import.meta.dirname,
    '../../dist',
    process.platform === 'win32' ? 'throughline-bin.exe' : 'throughline-bin',
  );

export interface Run {
  readonly status: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs the executable to its end.
 * @param options.env the whole environment; nothing of ours gets in
 * @param options.input what it finds on stdin; an empty pipe by default
 */
export function run(
  args: readonly string[],
  options: {
    readonly env: Readonly<Record<string, string>>;
    readonly input?: string | Uint8Array;
    readonly cwd?: string;
  },
): Run {
  const { status, signal, stdout, stderr, error } = spawnSync(executable, args, {
    env: options.env,
    cwd: options.cwd,
    input: options.input ?? '',
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (error) throw error;
  return { status, signal, stdout, stderr };
}
