import spawn from 'cross-spawn';
import { errorCode } from './error-code.ts';

/** Of what it prints, before it is killed; the runtime's own limit is 1 MiB. */
const MOST_BYTES = 64 * 1024 * 1024;

export interface ProgramRun {
  /** Absolute. */
  readonly cwd: string;
  /** The whole environment. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** Milliseconds after which it is killed. */
  readonly timeout: number;
}

export interface ProgramOutcome {
  /** There is no such program, or the directory is gone. */
  readonly missing: boolean;
  /** By a signal, or because it took too long: what it has done is not known. */
  readonly killed: boolean;
  /** Null when it was killed or could not be started. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** What the system says of a start that failed; empty for none. */
  readonly problem: string;
}

/** Runs another program to its end, without a terminal and with nothing to read. Windows: without a window. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, variables, timeout }: ProgramRun,
): ProgramOutcome {
  const { status, signal, stdout, stderr, error } = spawn.sync(program, [...args], {
    cwd,
    env: variables,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    timeout,
    maxBuffer: MOST_BYTES,
    windowsHide: true,
  });
  return {
    missing: error !== undefined && errorCode(error) === 'ENOENT',
    killed: signal !== null,
    status,
    stdout: stdout ?? '',
    stderr: stderr ?? '',
    problem: error?.message ?? '',
  };
}
