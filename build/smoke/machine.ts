import { appendFileSync, chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import process from 'node:process';
import type { Runner, StartOptions } from './runner.ts';

const KEPT = ['PATH', 'SYSTEMROOT', 'TEMP', 'TMP', 'TMPDIR'];

/** What an executable is started with, where it differs from the usual. */
export type Surroundings = Partial<StartOptions> & {
  /** Instead of the executable under test. */
  readonly file?: string;
};

/** A fresh home, with a blank, brackets and another script in its path, and a project in it. */
export class SmokeMachine {
  readonly home: string;
  readonly project: string;
  readonly runner: Runner;
  readonly executable: string;
  readonly #place: string;

  constructor(runner: Runner, executable: string) {
    this.runner = runner;
    this.executable = executable;
    this.#place = realpathSync(mkdtempSync(join(tmpdir(), 'throughline-smoke-')));
    // So that another user can read what is in it.
    chmodSync(this.#place, 0o755);
    this.home = this.directory('Jane Doe (日本)');
    this.project = this.directory('Jane Doe (日本)/my project');
  }

  directory(name: string): string {
    const path = join(this.#place, name);
    mkdirSync(path, { recursive: true });
    return path;
  }

  file(...names: readonly string[]): string {
    return join(this.home, ...names);
  }

  environment(home = this.home): Readonly<Record<string, string>> {
    const kept = KEPT.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value] as const];
    });
    return { ...Object.fromEntries(kept), LANG: 'C.UTF-8', ...this.runner.homeVariables(home) };
  }

  /**
   * Runs the executable to its end.
   * @returns what it printed
   * @throws when it fails or complains
   */
  run(words: readonly string[], { file = this.executable, ...others }: Surroundings = {}): string {
    const usual = { cwd: this.project, env: this.environment() };
    const { status, stdout, stderr } = this.runner.start(file, words, { ...usual, ...others });
    if (status === 0 && stderr === '') return stdout.toString('utf8');
    throw new Error(`${words.join(' ')} exits ${status}: ${stderr.trim().slice(0, 500)}`);
  }

  /** As {@link run}, for commands that print JSON. */
  json<T>(words: readonly string[], surroundings?: Surroundings): T {
    return JSON.parse(this.run([...words, '--json'], surroundings)) as T;
  }

  /** A conversation of Claude Code in the project, or where `surroundings` have it. */
  conversation(session: string, surroundings: Surroundings = {}): Conversation {
    return new Conversation(this, session, surroundings);
  }

  remove(): void {
    rmSync(this.#place, { recursive: true, force: true });
  }
}

/** What Claude Code does with hooks and its transcript, without Claude Code. */
export class Conversation {
  readonly session: string;
  readonly #machine: SmokeMachine;
  readonly #transcript: string;
  readonly #surroundings: Surroundings;
  #rows = 0;

  constructor(machine: SmokeMachine, session: string, surroundings: Surroundings) {
    this.session = session;
    this.#machine = machine;
    this.#transcript = machine.file('.claude', 'projects', 'my-project', `${session}.jsonl`);
    this.#surroundings = surroundings;
  }

  /** A hook with its payload on stdin; gives what it tells the model, null when nothing. */
  fire(command: string, fields: Readonly<Record<string, unknown>>): string | null {
    const { path } = this.#machine.runner;
    const payload = {
      session_id: this.session,
      transcript_path: path(this.#transcript),
      cwd: path(this.#surroundings.cwd ?? this.#machine.project),
      permission_mode: 'default',
      ...fields,
    };
    const told = this.#machine.run([command, '--host', 'claude'], {
      ...this.#surroundings,
      input: JSON.stringify(payload),
    });
    if (told === '') return null;
    const { hookSpecificOutput } = JSON.parse(told) as {
      readonly hookSpecificOutput?: { readonly additionalContext?: string };
    };
    return hookSpecificOutput?.additionalContext ?? null;
  }

  start(source: 'startup' | 'clear'): void {
    this.fire('session-start', { hook_event_name: 'SessionStart', source });
  }

  prompt(prompt: string): string | null {
    const about = { hook_event_name: 'UserPromptSubmit', prompt_id: this.#id(0), prompt };
    return this.fire('prompt-submit', about);
  }

  /** One turn, to its end. */
  turn(prompt: string, answer: string): void {
    this.prompt(prompt);
    const promptId = this.#id(0);
    this.#append({ type: 'user', promptId, message: { role: 'user', content: prompt } });
    const message = {
      id: `msg_${this.#id(1)}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-5-5',
      content: [{ type: 'text', text: answer }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 100, output_tokens: 42 },
    };
    this.#append({ type: 'assistant', requestId: 'req_1', message });
    const end = { stop_hook_active: false, last_assistant_message: answer, prompt_id: promptId };
    this.fire('process-turn', { hook_event_name: 'Stop', ...end });
  }

  #append(fields: Readonly<Record<string, unknown>>): void {
    const parentUuid = this.#rows === 0 ? null : this.#id(this.#rows);
    this.#rows += 1;
    const row = {
      parentUuid,
      isSidechain: false,
      ...fields,
      uuid: this.#id(this.#rows),
      timestamp: new Date().toISOString(),
      userType: 'external',
      entrypoint: 'cli',
      cwd: this.#machine.runner.path(this.#machine.project),
      sessionId: this.session,
      version: '2.1.332',
    };
    mkdirSync(dirname(this.#transcript), { recursive: true });
    appendFileSync(this.#transcript, `${JSON.stringify(row)}\n`);
  }

  readonly #id = (number: number): string =>
    `${this.session.slice(0, -4)}${String(number).padStart(4, '0')}`;
}
