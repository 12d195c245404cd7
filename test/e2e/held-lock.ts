import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';

/** Another process that holds the lock of the memory. */
export interface HeldLock extends AsyncDisposable {
  release(): Promise<void>;
  /** Leaves the lock behind. */
  kill(): Promise<void>;
}

/** @throws Error when the lock was not free */
export async function holdLock(database: string): Promise<HeldLock> {
  const program = join(import.meta.dirname, 'programs', 'hold-lock.ts');
  const child = spawn(process.execPath, [program, database], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [answer] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
  if (String(answer) !== 'holding\n') throw new Error(`No lock of ${database}: ${answer}`);
  const release = (): Promise<void> => over(child, () => child.stdin.end());
  const kill = (): Promise<void> => over(child, () => child.kill('SIGKILL'));
  return { release, kill, [Symbol.asyncDispose]: kill };
}

async function over(child: ChildProcess, end: () => void): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  end();
  await gone;
}
