import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { createFixture } from 'fs-fixture';
import { baseRuntime } from '../../build/base-runtime.ts';
import { outputName, selectTargets } from '../../build/targets.ts';
import { ClaudeTranscript } from '../e2e/claude-transcript.ts';
import { until } from '../hosts/until.ts';

const root = join(import.meta.dirname, '../..');

/** The executable for Windows and the runtime it is built on, and how to start them here. */
export interface WindowsPrograms {
  readonly executable: string;
  readonly node: string;
  /** What starts a program of Windows: nothing on Windows, else Wine. */
  readonly loader: readonly string[];
}

/** @returns why there is nothing to start, as `missing` */
export function windowsPrograms(): WindowsPrograms | { readonly missing: string } {
  const [target] = selectTargets('win-x64');
  if (target === undefined) return { missing: 'no such target' };
  const executable = join(root, 'dist', outputName(target));
  const loader = process.platform === 'win32' ? [] : ['wine'];
  if (loader.length > 0 && spawnSync('wine', ['--version']).error) return { missing: 'no Wine' };
  if (!existsSync(executable)) return { missing: 'run npm run build -- --target win-x64' };
  return { executable, node: baseRuntime(root, target), loader };
}

export interface WindowsRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A program that runs. */
export interface WindowsChild {
  readonly process: ChildProcess;
  readonly output: () => string;
  /** Resolves when it has ended. */
  readonly ended: Promise<WindowsRun>;
}

/** A user's Windows with a fresh data directory. Output goes into files: Node under Wine has no pipes. */
export class WindowsMachine {
  readonly data: string;
  readonly #programs: WindowsPrograms;
  readonly #home: string;
  readonly #environment: NodeJS.ProcessEnv;
  #started = 0;

  /** @param prefix where Wine keeps its drives; prepared by {@link prepareWine} */
  private constructor(programs: WindowsPrograms, home: string, prefix: string) {
    this.#programs = programs;
    this.#home = home;
    this.data = join(home, 'data');
    const dataDirectory = { THROUGHLINE_HOME: this.path(this.data) };
    this.#environment = { ...process.env, ...wineVariables(prefix), ...dataDirectory };
  }

  static async create(
    programs: WindowsPrograms,
    prefix: string,
  ): Promise<WindowsMachine & AsyncDisposable> {
    const fixture = await createFixture({ 'project/.git/HEAD': 'ref: refs/heads/main\n', out: {} });
    const machine = new WindowsMachine(programs, fixture.path.replace(/\/$/, ''), prefix);
    const dispose = (): Promise<void> => fixture.rm();
    return Object.assign(machine, { [Symbol.asyncDispose]: dispose });
  }

  /** A path as Windows spells it; Wine has ours as drive Z. */
  path(path: string): string {
    return this.#programs.loader.length === 0 ? path : `Z:${path.replaceAll('/', '\\')}`;
  }

  file(name: string): string {
    return join(this.#home, name);
  }

  /** The product, from the project. */
  run(args: readonly string[], input = ''): Promise<WindowsRun> {
    return this.#start(this.#programs.executable, args, input).ended;
  }

  /** A copy of the product, or what it installed. */
  startCopy(executable: string, args: readonly string[], input = ''): WindowsChild {
    return this.#start(executable, args, input);
  }

  /** What cmd.exe makes of words; the executable is the first. */
  cmd(words: readonly string[]): Promise<WindowsRun> {
    return this.#start('cmd.exe', ['/d', '/c', ...words], '').ended;
  }

  /** A copy of the executable in a directory of this name. @returns its path as Windows spells it */
  copyInto(directory: string): string {
    const path = this.file(join(directory, 'throughline-bin.exe'));
    mkdirSync(dirname(path), { recursive: true });
    copyFileSync(this.#programs.executable, path);
    return this.path(path);
  }

  /** One of `programs/`, in the Node of the product. */
  start(program: string, parameters: readonly string[]): WindowsChild {
    const script = fileURLToPath(new URL(`programs/${program}.ts`, import.meta.url));
    return this.#start(this.#programs.node, [this.path(script), ...parameters], '');
  }

  /**
   * What a session has asked and been answered, and how its end is told.
   * @param cwd its directory, the project by default, as the host spells it
   */
  conversation(cwd = this.path(this.file('project'))): WindowsConversation {
    return new WindowsConversation(this, this.#home, cwd);
  }

  #start(file: string, args: readonly string[], input: string): WindowsChild {
    const name = (kind: string): string => this.file(`out/${this.#started}.${kind}`);
    this.#started += 1;
    const [stdin, stdout, stderr] = [name('in'), name('out'), name('err')];
    writeFileSync(stdin, input);
    const fds = [openSync(stdin, 'r'), openSync(stdout, 'w'), openSync(stderr, 'w')] as const;
    const [command = file, ...words] = [...this.#programs.loader, file, ...args];
    const child = spawn(command, words, {
      cwd: this.file('project'),
      env: this.#environment,
      stdio: [...fds],
    });
    for (const fd of fds) closeSync(fd);
    const text = (path: string): string => readFileSync(path, 'utf8');
    return {
      process: child,
      output: () => text(stdout),
      ended: once(child, 'close').then(([status]) => ({
        status: status as number | null,
        stdout: text(stdout),
        stderr: text(stderr),
      })),
    };
  }
}

/** A conversation of Claude Code with its transcript. */
class WindowsConversation {
  readonly session = randomUUID();
  readonly #machine: WindowsMachine;
  readonly #transcript: ClaudeTranscript;
  readonly #cwd: string;
  #prompt: string = randomUUID();
  #answer = '';

  constructor(machine: WindowsMachine, home: string, cwd: string) {
    this.#machine = machine;
    this.#cwd = cwd;
    const path = join(home, 'transcripts', `${this.session}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    this.#transcript = new ClaudeTranscript(path, this.session, this.#cwd);
  }

  /** A prompt that was answered; its end is still to be told. */
  answered(prompt: string, answer: string): void {
    this.#prompt = randomUUID();
    this.#answer = answer;
    this.#transcript.ask(prompt, this.#prompt);
    this.#transcript.say(answer);
  }

  /** The Stop hook. */
  stop(): Promise<WindowsRun> {
    return this.#machine.run(['process-turn', '--host', 'claude'], this.payload());
  }

  /** What that hook is told. */
  payload(): string {
    return JSON.stringify({
      session_id: this.session,
      transcript_path: this.#machine.path(this.#transcript.path),
      cwd: this.#cwd,
      prompt_id: this.#prompt,
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: this.#answer,
    });
  }

  /** The turns stored of it, oldest first. */
  async stored(): Promise<readonly { readonly request: string; readonly answer: string }[]> {
    const run = await this.#machine.run(['recall', '--session', this.session, '--json']);
    return JSON.parse(run.stdout).turns;
  }
}

/** Resolves when the program has printed `text`. */
export const hasPrinted = (child: WindowsChild, text: string): Promise<void> =>
  until(() => child.output().includes(text), { ms: 30_000, what: () => `"${text}"` });

const wineVariables = (prefix: string): NodeJS.ProcessEnv => ({
  WINEPREFIX: prefix,
  WINEDEBUG: '-all',
  DISPLAY: '',
});

/** Makes the drives of Wine, which Node takes for Windows 10; takes some seconds. */
export function prepareWine({ loader }: WindowsPrograms, prefix: string): void {
  if (loader.length === 0) return;
  const env = { ...process.env, ...wineVariables(prefix) };
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
  ]) {
    spawnSync('wine', args, { env, stdio: 'ignore' });
  }
}

/** Ends what Wine has left running for these drives. */
export function endWine({ loader }: WindowsPrograms, prefix: string): void {
  if (loader.length === 0) return;
  const env = { ...process.env, ...wineVariables(prefix) };
  spawnSync('wineserver', ['-k'], { env, stdio: 'ignore' });
  spawnSync('wineserver', ['-w'], { env, stdio: 'ignore' });
}
