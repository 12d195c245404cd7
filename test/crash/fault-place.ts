import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { executable } from '../e2e/executable.ts';
import { type HookRun, Machine, type Window } from '../e2e/fake-host.ts';

/** Who starts the product: the user of the tests, or one with few rights. */
export type Starter = 'user' | 'nobody';
/** Where the data directory is: on the user's disk, behind a link, on a disk of 3 MB of its own. */
export type Ground = 'disk' | 'link' | 'small-disk';
export type TurnPlace = 'stored' | 'in the spool' | 'in the transcript';

export const NOBODY = 65_534;

/** A memory with one turn, and a second one that was answered and whose end is still to be told. */
export class FaultyPlace {
  readonly machine: Machine;
  readonly window: Window;
  readonly data: string;
  readonly #starter: Starter;
  readonly #lastly: (() => Promise<void>)[] = [];
  #isLimited = false;

  private constructor(machine: Machine, window: Window, data: string, starter: Starter) {
    this.machine = machine;
    this.window = window;
    this.data = data;
    this.#starter = starter;
  }

  static async create(starter: Starter, ground: Ground): Promise<FaultyPlace & AsyncDisposable> {
    const machine = await Machine.create();
    const data = lay(machine, ground);
    const window = await machine.open({ variables: { THROUGHLINE_HOME: data } });
    const place = new FaultyPlace(machine, window, data, starter);
    await window.turn('one', 'answer to one');
    const dispose = async (): Promise<void> => {
      for (const cleanUp of place.#lastly) await cleanUp();
      if (ground === 'small-disk') spawnSync('umount', ['-l', data]);
      if (existsSync(data)) chmodSync(data, 0o700);
      await machine[Symbol.asyncDispose]();
    };
    return Object.assign(place, { [Symbol.asyncDispose]: dispose });
  }

  get database(): string {
    return join(this.data, 'memory.db');
  }

  /** To be done at the end, whatever becomes of the test. */
  lastly(cleanUp: () => Promise<void>): void {
    this.#lastly.push(cleanUp);
  }

  /** The second prompt, and its answer. */
  async ask(): Promise<void> {
    await this.window.prompt('two');
    this.window.answer('answer to two');
    if (this.#starter === 'nobody') {
      spawnSync('chown', ['-R', String(NOBODY), this.machine.home]);
    }
  }

  /** The Stop hook of the second turn. */
  end(): Promise<HookRun> {
    const payload = this.window.payload(this.window.stopPayload('answer to two'));
    const hook = ['process-turn', '--host', 'claude'];
    return this.#isLimited ? limited(this, hook, payload) : this.run(hook, payload);
  }

  /** Whether the files of the hooks to come may grow beyond 4 KB. */
  limitFiles(isLimited: boolean): void {
    this.#isLimited = isLimited;
  }

  run(args: readonly string[], input = ''): Promise<HookRun> {
    if (this.#starter === 'nobody') return this.machine.runAs(NOBODY, args, input);
    return this.window.run(args, input);
  }

  recall(...options: readonly string[]): Promise<HookRun> {
    return this.run(['recall', '--session', this.window.session, ...options]);
  }

  /** The requests stored, oldest first. */
  async stored(): Promise<readonly string[]> {
    const { status, stdout } = await this.recall('--json');
    if (status !== 0) return [];
    return JSON.parse(stdout).turns.map(({ request }: { request: string }) => request);
  }

  async turnPlace(): Promise<TurnPlace> {
    if ((await this.stored()).includes('two')) return 'stored';
    const spool = join(this.data, 'spool');
    const names = existsSync(spool) ? readdirSync(spool) : [];
    return names.length > 0 ? 'in the spool' : 'in the transcript';
  }

  /** What was printed, with `DATA` for the data directory. */
  said(run: HookRun): string {
    return run.stderr.replaceAll(this.data, 'DATA').trimEnd();
  }
}

function lay(machine: Machine, ground: Ground): string {
  switch (ground) {
    case 'disk':
      return machine.data;
    case 'link':
      symlinkSync(machine.directory('elsewhere'), machine.data);
      return machine.data;
    case 'small-disk':
      mkdirSync(machine.data);
      mountSmallDisk(machine.data);
      return machine.data;
    default:
      return ground satisfies never;
  }
}

const mountSmallDisk = (path: string): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m,mode=0700', 'tmpfs', path]).status === 0;

/** Whether we may mount disks here. */
export function canMount(directory: string): boolean {
  if (process.platform !== 'linux' || !mountSmallDisk(directory)) return false;
  return spawnSync('umount', [directory]).status === 0;
}

/** No file may grow beyond 4 KB. */
async function limited(
  { window }: FaultyPlace,
  args: readonly string[],
  input: string,
): Promise<HookRun> {
  const started = performance.now();
  const words = ['-c', 'ulimit -f 8; exec "$@"', 'sh', executable, ...args];
  const { status, stdout, stderr } = spawnSync('/bin/sh', words, {
    env: window.environment(),
    cwd: window.cwd,
    input,
    encoding: 'utf8',
  });
  return { status, stdout, stderr, milliseconds: performance.now() - started };
}
