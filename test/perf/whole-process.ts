import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** A process to start, as a host would: its input in a file, its environment all there is. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface Measured {
  /** From before it is started until it is reaped. */
  readonly milliseconds: number;
  /** What it asked the system to read from files and pipes; null where the system does not tell. */
  readonly bytesRead: number | null;
  readonly stdout: string;
}

/** @throws {Error} when the process fails, or says anything on stderr but that it reads */
export function runWhole(command: Command): Measured {
  const before = bytesReadSoFar();
  const began = performance.now();
  const { stdout } = start(command, command.file, command.args);
  const milliseconds = performance.now() - began;
  const after = bytesReadSoFar();
  const bytesRead = before === null || after === null ? null : after - before;
  return { milliseconds, bytesRead, stdout };
}

const GNU_TIME = '/usr/bin/time';

/** Largest resident size in bytes; null without GNU time. */
export function peakMemory(command: Command): number | null {
  if (process.platform !== 'linux' || !existsSync(GNU_TIME)) return null;
  const { stderr } = start(command, GNU_TIME, ['-f', '%M', command.file, ...command.args]);
  return Number(stderr.replace(/^Reading .+\n/gm, '')) * 1024;
}

function start(
  { input, env, cwd, args: words }: Command,
  file: string,
  args: readonly string[],
): { readonly stdout: string; readonly stderr: string } {
  const stdin = openSync(input, 'r');
  try {
    const { status, stdout, stderr, error } = spawnSync(file, args, {
      env,
      cwd,
      encoding: 'utf8',
      stdio: [stdin, 'pipe', 'pipe'],
    });
    const said = stderr.replace(/^Reading .+\n/gm, '');
    const isSilent = file === GNU_TIME ? /^\d+\n$/.test(said) : said === '';
    if (error) throw error;
    if (status !== 0 || !isSilent) {
      throw new Error(`${file} ${words.join(' ')} exits ${status}: ${stderr}`);
    }
    return { stdout, stderr };
  } finally {
    closeSync(stdin);
  }
}

/** Linux adds what a process has read to its parent's account when it is reaped (proc_pid_io(5)). */
function bytesReadSoFar(): number | null {
  if (process.platform !== 'linux') return null;
  const [, bytes] = /^rchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'latin1')) ?? [];
  return bytes === undefined ? null : Number(bytes);
}
