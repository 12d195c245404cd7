import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { executable } from '../e2e/executable.ts';
import type { HookCommand, Machine, Window } from '../e2e/fake-host.ts';
import { sleep } from './children.ts';
import { holdsLock, isJournalFilled, untilItHoldsLock, untilItWrites } from './product-lock.ts';
import { pick, type Random } from './random.ts';

type Payload = Readonly<Record<string, unknown>>;

/** How long a hook that stores a turn has the lock, roughly, in milliseconds. */
const HOLDING_MS = 25;

/** Hooks of which some are killed: at any moment, while they hold the lock, or while they commit. */
export class MortalHooks {
  readonly #machine: Machine;
  readonly #random: Random;
  readonly #deadly: number;
  /** Of hooks that were let live, in milliseconds. */
  #usualTime = 100;
  readonly kills = { all: 0, withLock: 0, withJournal: 0 };
  /** Hooks that were not killed and did not end with exit code 0 and in silence. */
  readonly failures: string[] = [];

  /** @param deadly share of the hooks that are killed, 0 to 1 */
  constructor(machine: Machine, random: Random, deadly: number) {
    this.#machine = machine;
    this.#random = random;
    this.#deadly = deadly;
  }

  /** @returns whether the hook ended by itself, with exit code 0 */
  async fire(window: Window, command: HookCommand, fields: Payload): Promise<boolean> {
    const started = performance.now();
    const { child, ended } = startHook(window, command, fields);
    if (this.#random() < this.#deadly) await this.#kill(child);
    const { status, stderr } = await ended;
    if (child.signalCode === 'SIGKILL') return false;
    this.#usualTime = this.#usualTime * 0.8 + (performance.now() - started) * 0.2;
    if (status !== 0 || stderr !== '') this.failures.push(`${command}: ${status} ${stderr}`);
    return status === 0;
  }

  /** Unless it ends before. */
  async #kill(child: ChildProcess): Promise<void> {
    await this.#untilItsTime(child);
    if (!child.kill('SIGKILL')) return;
    const withLock = holdsLock(this.#machine, child);
    this.kills.all += 1;
    this.kills.withLock += Number(withLock);
    this.kills.withJournal += Number(withLock && isJournalFilled(this.#machine));
  }

  async #untilItsTime(child: ChildProcess): Promise<void> {
    const when = pick(this.#random, ['at any moment', 'with the lock', 'in a commit'] as const);
    if (when === 'at any moment') return sleep(this.#random() * this.#usualTime);
    await untilItHoldsLock(this.#machine, child);
    if (when === 'with the lock') return sleep(this.#random() * HOLDING_MS);
    return untilItWrites(this.#machine, child);
  }
}

/** A hook as the host starts it, for the caller to stop or kill. */
export function startHook(
  window: Window,
  command: HookCommand,
  fields: Payload,
): {
  readonly child: ChildProcess;
  readonly ended: Promise<{ readonly status: number | null; readonly stderr: string }>;
} {
  const options = { env: window.environment(), cwd: window.cwd };
  const child = spawn(executable, [command, '--host', 'claude'], options);
  let stderr = '';
  child.stderr.on('data', (text) => {
    stderr += String(text);
  });
  child.stdout.resume();
  child.stdin.on('error', () => {}); // EPIPE: killed before it has read
  child.stdin.end(`${window.payload(fields)}\n`);
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    stderr,
  }));
  return { child, ended };
}
