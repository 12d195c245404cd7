import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import {
  execute,
  type Outcome,
  type Product,
  productAt,
  type StoredSession,
  type StoredTurn,
} from '../hosts/product.ts';
import { until } from '../hosts/until.ts';
import { ClaudeTranscript, type ToolCall } from './claude-transcript.ts';
import { executable } from './executable.ts';

export interface HookRun {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
  /** From the start of the process to the end of its output. */
  readonly milliseconds: number;
}

/** What a prompt hook told the host. */
export interface PromptReply {
  /** For the model. */
  readonly memory: string | null;
  /** For the user, beside a memory. */
  readonly notice: string | null;
  /** The prompt goes no further. */
  readonly block: string | null;
}

/** What one of several entries told it. */
export type PageReply = PromptReply & { readonly page: number };

/** A session as `sessions --json` lists it. */
export interface ProjectSession extends StoredSession {
  readonly project: string;
}

export type HookCommand =
  | 'session-start'
  | 'prompt-submit'
  | 'pre-tool-use'
  | 'process-turn'
  | 'session-end';
type Variables = Readonly<Record<string, string>>;
type Payload = Readonly<Record<string, unknown>>;

/** Milliseconds after which a hook is killed; its status is then null. */
const HANGS_AFTER = 20_000;

/** Starts the executable as a host starts a hook: its own environment, one payload on stdin. */
async function runHook(
  args: readonly string[],
  options: {
    readonly env: Variables;
    readonly cwd: string;
    readonly input: string | Uint8Array;
    /** A host that never closes the pipe. */
    readonly keepOpen?: boolean;
    /** Octal, e.g. `000`. */
    readonly umask?: string;
    readonly uid?: number;
  },
): Promise<HookRun> {
  const started = performance.now();
  const shell = ['-c', `umask ${options.umask}; exec "$@"`, 'sh', executable, ...args];
  const [file, words] = options.umask === undefined ? [executable, args] : ['/bin/sh', shell];
  const { env, cwd, uid } = options;
  const limits = { env, cwd, timeout: HANGS_AFTER, killSignal: 'SIGKILL' } as const;
  const child = spawn(file, words, uid === undefined ? limits : { ...limits, uid });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  /* EPIPE: the hook has read enough and is gone. */
  child.stdin.on('error', () => {});
  child.stdin.write(options.input);
  if (options.keepOpen !== true) child.stdin.end();
  const [status] = await once(child, 'close');
  child.stdin.destroy();
  return { status, ...output, milliseconds: performance.now() - started };
}

/** A user's machine: a fresh HOME and a project in it. No model, no host program. */
export class Machine {
  readonly home: string;
  readonly project: string;
  readonly product: Product;
  /** Where the product keeps everything. */
  readonly data: string;
  readonly #windows: Window[] = [];

  private constructor(home: string) {
    this.home = home;
    this.project = join(home, 'work', 'my-app');
    this.data = join(home, '.throughline');
    this.product = productAt(home, this.project);
  }

  static async create(): Promise<Machine & AsyncDisposable> {
    const fixture = await createFixture({
      'work/my-app/.git/HEAD': 'ref: refs/heads/main\n',
      'work/my-app/src/index.ts': 'export const answer = 42;\n',
    });
    const machine = new Machine(realpathSync.native(fixture.path));
    const dispose = async (): Promise<void> => {
      await Promise.all(machine.#windows.map((window) => window.kill()));
      await until(() => machine.processes().length === 0, {
        ms: 10_000,
        what: () => `processes ${machine.processes()}`,
      });
      await fixture.rm();
    };
    return Object.assign(machine, { [Symbol.asyncDispose]: dispose });
  }

  /** Ids of our processes that still work for this user, where the system tells (/proc). */
  processes(): readonly string[] {
    return process.platform === 'linux' ? processesWith(`HOME=${this.home}`) : [];
  }

  /** A directory below HOME, made when missing. */
  directory(name: string): string {
    const path = join(this.home, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  /** A file, with the directories it needs. */
  write(path: string, content: string | Uint8Array): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }

  /** What a session remembers, as `recall` gives it: oldest first, with what it goes on from. */
  async memory(session: string): Promise<{ readonly turns: readonly StoredTurn[] }> {
    const { stdout } = await this.product.run('recall', '--session', session, '--json');
    return JSON.parse(stdout);
  }

  /** Sessions of all projects, the one with the newest turn first. */
  async sessions(): Promise<readonly ProjectSession[]> {
    const { stdout } = await this.product.run('sessions', '--all', '--json');
    return JSON.parse(stdout).sessions;
  }

  /** The executable, ready for a shell. */
  get command(): string {
    return `'${executable}'`;
  }

  /** Runs a command line as an agent's shell would. */
  shell(command: string): Promise<Outcome> {
    return execute('/bin/sh', ['-c', command], this.home, this.project);
  }

  /** The executable as a user of this system runs it, with HOME alone in the environment. */
  runAs(uid: number | undefined, args: readonly string[], input = ''): Promise<HookRun> {
    const env = { HOME: this.home };
    return runHook(args, { env, cwd: this.project, input, ...(uid === undefined ? {} : { uid }) });
  }

  /** A hook of any host, registered for that host, with any payload; the outcome is the caller's to judge. */
  hook(
    host: string,
    command: HookCommand,
    payload: Payload | string,
    variables: Variables = {},
  ): Promise<HookRun> {
    return runHook([command, '--host', host], {
      env: { HOME: this.home, PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', ...variables },
      cwd: this.project,
      input: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  }

  /** As if the session had begun so many milliseconds later (earlier when negative). */
  moveBirth(session: string, milliseconds: number): void {
    const path = join(this.data, 'run', `claude-${session}`, 'pending.json');
    const pending = JSON.parse(readFileSync(path, 'utf8'));
    const bornAt = pending.bornAt + milliseconds;
    writeFileSync(path, JSON.stringify({ ...pending, bornAt }));
    const time = new Date(bornAt);
    utimesSync(path, time, time);
    utimesSync(dirname(path), time, time);
  }

  /** A process of the host in the project. */
  window(options: WindowOptions = {}): Window {
    const window = new Window(this, options);
    this.#windows.push(window);
    return window;
  }

  /** A window whose first session has begun. */
  async open(options: WindowOptions = {}): Promise<Window> {
    const window = this.window(options);
    await window.start();
    return window;
  }
}

function processesWith(variable: string): readonly string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (!words[0]?.includes('throughline')) return false;
      return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(variable);
    } catch {
      return false; /* ENOENT, ENOTDIR, ESRCH: no process, or gone meanwhile */
    }
  });
}

export interface WindowOptions {
  /** The project by default. */
  readonly cwd?: string;
  /** Besides the usual environment. */
  readonly variables?: Variables;
  /** Octal, e.g. `000`. */
  readonly umask?: string;
}

/** One running process of the host, and the conversation it is on. */
export class Window {
  readonly #machine: Machine;
  readonly #options: WindowOptions;
  readonly #process: ChildProcess;
  cwd: string;
  /** What the host calls that directory, where it does not know its new name. */
  toldCwd: string | null = null;
  transcript: ClaudeTranscript;
  /** Of the running turn. */
  promptId: string = randomUUID();
  #queued: string[] = [];
  #lastAnswer: string | null = null;

  constructor(machine: Machine, options: WindowOptions) {
    this.#machine = machine;
    this.cwd = options.cwd ?? machine.project;
    this.#options = options;
    this.#process = spawnSleeper();
    this.transcript = this.#newTranscript(randomUUID());
  }

  get session(): string {
    return this.transcript.session;
  }

  /** The session begins; resumes and forks have methods of their own. */
  async start(source = 'startup'): Promise<void> {
    await this.#silent('session-start', { hook_event_name: 'SessionStart', source });
  }

  /** The host has compacted the conversation. Gives what its hook tells the model. */
  async compact(variables: Variables = {}): Promise<string | null> {
    const fields = { hook_event_name: 'SessionStart', source: 'compact', model: 'mock-1' };
    const run = await this.fire('session-start', fields, variables);
    requireSuccess('session-start', run);
    const { memory, notice } = replyOf(run.stdout);
    if (notice !== null) throw new Error(`a user who is told ${notice}`);
    return memory;
  }

  /** A prompt is submitted; unless it is blocked, its row is written. */
  async prompt(
    text: string,
    options: {
      /** Another product's hook blocks it. */ readonly blockedByOther?: boolean;
      /** What the model gets of a context: all of it by default. */
      readonly passes?: 'preview' | 'nothing';
    } = {},
  ): Promise<PromptReply> {
    this.promptId = randomUUID();
    const reply = await this.#submit(text);
    if (reply.block !== null || options.blockedByOther === true) {
      this.transcript.noteBlock(text, reply.block ?? 'not now');
      return reply;
    }
    this.transcript.ask(text, this.promptId);
    if (options.passes === 'nothing') this.transcript.noteTimeout();
    else if (reply.memory !== null && options.passes === 'preview')
      this.transcript.addPreview(reply.memory);
    else if (reply.memory !== null) this.transcript.addContext(reply.memory);
    return reply;
  }

  /**
   * A prompt on a host with several entries for it; gives what each tells.
   * @param order pages as the host starts them, each when those before have ended; a list of them together
   */
  async promptPages(
    text: string,
    order: readonly (number | readonly number[])[],
    options: { readonly blockedByOther?: boolean } = {},
  ): Promise<readonly PageReply[]> {
    this.promptId = randomUUID();
    const replies: PageReply[] = [];
    for (const together of order) {
      const given = [together]
        .flat()
        .map(async (page) => ({ page, ...(await this.#submit(text, page)) }));
      replies.push(...(await Promise.all(given)));
    }
    if (options.blockedByOther === true) {
      this.transcript.noteBlock(text, 'not now');
      return replies;
    }
    this.transcript.ask(text, this.promptId);
    for (const { memory } of replies) if (memory !== null) this.transcript.addContext(memory);
    return replies;
  }

  /** A prompt is typed while the agent works: the hook runs at once, the row is written later. */
  async queue(text: string): Promise<PromptReply> {
    this.#queued.push(text);
    return this.#submit(text);
  }

  /** The host takes up the queued prompts together; their rows name ids of their own. */
  takeQueued(): void {
    for (const text of this.#queued) {
      this.promptId = randomUUID();
      this.transcript.ask(text, this.promptId, 'queued');
    }
    this.#queued = [];
  }

  /** The agent uses tools and says its last words. */
  answer(text: string, options: { readonly tools?: readonly ToolCall[] } = {}): void {
    for (const tool of options.tools ?? []) this.transcript.use(tool);
    this.transcript.say(text);
    this.#lastAnswer = text;
  }

  /** The turn ends. `lastAnswer` is what the host reports, by default what was answered last. */
  async stop(lastAnswer: string | null = this.#lastAnswer): Promise<void> {
    await this.#silent('process-turn', this.stopPayload(lastAnswer));
    this.transcript.close();
  }

  /** One whole turn. */
  async turn(
    prompt: string,
    answer: string,
    options: { readonly tools?: readonly ToolCall[] } = {},
  ): Promise<PromptReply> {
    const reply = await this.prompt(prompt);
    this.answer(answer, options);
    await this.stop();
    return reply;
  }

  /** `/clear`: the same process goes on with a new session. */
  async clear(options: { readonly sessionEnd?: boolean } = {}): Promise<void> {
    if (options.sessionEnd !== false) await this.end('clear');
    this.transcript = this.#newTranscript(randomUUID());
    this.#lastAnswer = null;
    await this.start('clear');
  }

  /** SessionEnd. */
  async end(reason = 'prompt_input_exit'): Promise<void> {
    await this.#silent('session-end', { hook_event_name: 'SessionEnd', reason });
  }

  async exit(): Promise<void> {
    await this.end();
    await this.kill();
  }

  /** Without a word: no hook fires. */
  async kill(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return;
    const gone = once(this.#process, 'exit');
    this.#process.kill('SIGKILL');
    await gone;
  }

  /** `--resume`: this process goes on with a session of an earlier one. */
  async resume(transcript: ClaudeTranscript): Promise<void> {
    this.transcript = transcript;
    await this.start('resume');
  }

  /**
   * `--fork-session`: a new session that begins with a copy of an earlier one's rows. Some versions
   * give the copies new ids.
   */
  async fork(from: ClaudeTranscript, options: { readonly newIds?: boolean } = {}): Promise<void> {
    this.transcript = this.#newTranscript(randomUUID());
    await this.start('fork');
    this.transcript.copyRows(from, options.newIds ?? false);
  }

  stopPayload(lastAnswer: string | null): Payload {
    return {
      prompt_id: this.promptId,
      permission_mode: 'default',
      effort: { level: 'medium' },
      hook_event_name: 'Stop',
      stop_hook_active: false,
      ...(lastAnswer === null ? {} : { last_assistant_message: lastAnswer }),
      background_tasks: [],
      session_crons: [],
    };
  }

  /** What the host would send, as text. */
  payload(fields: Payload): string {
    return JSON.stringify({
      session_id: this.session,
      transcript_path: this.transcript.path,
      cwd: this.toldCwd ?? this.cwd,
      ...fields,
    });
  }

  /** Any hook with any payload and any variables; the outcome is the caller's to judge. */
  fire(command: HookCommand, fields: Payload, variables: Variables = {}): Promise<HookRun> {
    return this.fireRaw(command, `${this.payload(fields)}\n`, { variables });
  }

  fireRaw(
    command: HookCommand,
    input: string | Uint8Array,
    options: { readonly variables?: Variables; readonly keepOpen?: boolean } = {},
  ): Promise<HookRun> {
    return this.run([command, '--host', 'claude'], input, options);
  }

  /** The executable with any arguments, in this window's environment. */
  run(
    args: readonly string[],
    input: string | Uint8Array,
    options: { readonly variables?: Variables; readonly keepOpen?: boolean } = {},
  ): Promise<HookRun> {
    return runHook(args, {
      env: { ...this.environment(), ...options.variables },
      cwd: this.cwd,
      input,
      keepOpen: options.keepOpen ?? false,
      ...(this.#options.umask === undefined ? {} : { umask: this.#options.umask }),
    });
  }

  environment(): Variables {
    return {
      HOME: this.#machine.home,
      PATH: '/usr/bin:/bin',
      SHELL: '/bin/bash',
      TERM: 'xterm',
      LANG: 'C.UTF-8',
      AI_AGENT: 'claude-code_2-1-332_harness',
      CLAUDECODE: '1',
      CLAUDE_PID: String(this.#process.pid),
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      CLAUDE_CODE_SESSION_ATTENDED: '1',
      CLAUDE_CODE_SESSION_ID: this.session,
      CLAUDE_PROJECT_DIR: this.#machine.project,
      ...this.#options.variables,
    };
  }

  async #submit(prompt: string, page = 1): Promise<PromptReply> {
    const payload = this.payload({
      prompt_id: this.promptId,
      permission_mode: 'default',
      hook_event_name: 'UserPromptSubmit',
      prompt,
    });
    const words = page === 1 ? [] : ['--page', String(page)];
    const run = await this.run(['prompt-submit', '--host', 'claude', ...words], payload);
    requireSuccess('prompt-submit', run);
    return replyOf(run.stdout);
  }

  async #silent(command: HookCommand, fields: Payload): Promise<void> {
    const run = await this.fire(command, fields);
    requireSuccess(command, run);
    if (run.stdout !== '') throw new Error(`${command} prints ${run.stdout}`);
  }

  #newTranscript(session: string): ClaudeTranscript {
    const folder = this.cwd.replace(/[^A-Za-z0-9]/g, '-');
    const path = join(this.#machine.home, '.claude', 'projects', folder, `${session}.jsonl`);
    return new ClaudeTranscript(path, session, this.cwd);
  }
}

/** A process that lives until it is killed; `sleep` costs a tenth of a Node. */
const spawnSleeper = (): ChildProcess =>
  process.platform === 'win32'
    ? spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
    : spawn('sleep', ['86400'], { stdio: 'ignore' });

function requireSuccess(command: string, { status, stderr }: HookRun): void {
  if (status !== 0 || stderr !== '') throw new Error(`${command} exits ${status}: ${stderr}`);
}

function replyOf(stdout: string): PromptReply {
  if (stdout === '') return { memory: null, notice: null, block: null };
  const { hookSpecificOutput, systemMessage, decision, reason } = JSON.parse(stdout) as {
    readonly hookSpecificOutput?: { readonly additionalContext: string };
    readonly systemMessage?: string;
    readonly decision?: string;
    readonly reason?: string;
  };
  return {
    memory: hookSpecificOutput?.additionalContext ?? null,
    notice: systemMessage ?? null,
    block: decision === 'block' ? (reason ?? '') : null,
  };
}
