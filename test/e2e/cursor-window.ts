import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { HookCommand, HookRun, Machine } from './fake-host.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What a prompt hook told Cursor. */
export interface CursorReply {
  /** The prompt goes no further. */
  readonly block: string | null;
}

/** The time as Cursor writes it, to the minute. */
const written = (date: Date): string =>
  `${date.toLocaleString('en-US', {
    timeZone: 'UTC',
    weekday: 'long',
    month: 'short',
    day: 'numeric',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  })} (UTC)`;

/** A conversation of Cursor, as its documents and captures describe it: rows and hooks, no model. */
export class CursorWindow {
  readonly #machine: Machine;
  readonly id: string;
  readonly path: string;
  #generation = randomUUID();
  #begun = false;

  constructor(machine: Machine, id: string = randomUUID()) {
    this.#machine = machine;
    this.id = id;
    const folder = machine.project.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-/, '');
    const transcripts = join(machine.home, '.cursor', 'projects', folder, 'agent-transcripts');
    this.path = join(transcripts, id, `${id}.jsonl`);
    mkdirSync(dirname(this.path), { recursive: true });
  }

  get session(): string {
    return `cursor:${this.id}`;
  }

  /** The conversation is created. Gives the memory it is told. */
  async start(fields: Fields = {}): Promise<string | null> {
    const { stdout } = await this.fire('session-start', 'sessionStart', {
      is_background_agent: false,
      composer_mode: 'agent',
      ...fields,
    });
    if (stdout === '') return null;
    const { additional_context: memory, ...rest } = JSON.parse(stdout);
    if (Object.keys(rest).length > 0) throw new Error(`sessionStart prints ${stdout}`);
    return memory;
  }

  /** A prompt is submitted; unless it is blocked, its row is written. */
  async prompt(text: string): Promise<CursorReply> {
    this.#generation = randomUUID();
    const fields = { prompt: text, attachments: [] };
    const { stdout } = await this.fire('prompt-submit', 'beforeSubmitPrompt', fields);
    if (stdout !== '') {
      const { continue: goesOn, user_message: block } = JSON.parse(stdout);
      if (goesOn !== false) throw new Error(`beforeSubmitPrompt prints ${stdout}`);
      return { block };
    }
    const time = `<timestamp>${written(new Date())}</timestamp>\n`;
    const query = `${time}<user_query>\n${text}\n</user_query>`;
    this.append({ role: 'user', message: { content: [{ type: 'text', text: query }] } });
    return { block: null };
  }

  /** The agent uses tools and says something. */
  say(text: string, ...blocks: readonly Fields[]): void {
    const content = [{ type: 'text', text }, ...blocks];
    this.append({ role: 'assistant', message: { content } });
  }

  /** The turn ends: its mark is written, then the hook is fired. */
  async stop(status: 'completed' | 'aborted' | 'error' = 'completed'): Promise<void> {
    this.append({ type: 'turn_ended', status: status === 'completed' ? 'success' : status });
    await this.reportStop(status);
  }

  async reportStop(status: string): Promise<void> {
    const { stdout } = await this.fire('process-turn', 'stop', { status, loop_count: 0 });
    if (stdout !== '') throw new Error(`stop prints ${stdout}`);
  }

  async turn(prompt: string, answer: string): Promise<CursorReply> {
    const reply = await this.prompt(prompt);
    this.say(answer);
    await this.stop();
    return reply;
  }

  /** Out of usage, Cursor puts one row in the place of the whole file. */
  runOut(): void {
    const row = { type: 'turn_ended', status: 'error', error: 'You have run out of usage' };
    writeFileSync(this.path, `${JSON.stringify(row)}\n`);
  }

  append(row: Fields): void {
    this.#begun = true;
    appendFileSync(this.path, `${JSON.stringify(row)}\n`);
  }

  payload(event: string, fields: Fields): Fields {
    return {
      conversation_id: this.id,
      generation_id: this.#generation,
      model: 'composer-2.5',
      session_id: this.id,
      hook_event_name: event,
      cursor_version: '2026.10.01-e373342',
      workspace_roots: [this.#machine.project],
      user_email: 'someone@example.com',
      transcript_path: this.#begun ? this.path : null,
      ...fields,
    };
  }

  async fire(command: HookCommand, event: string, fields: Fields): Promise<HookRun> {
    const run = await this.#machine.hook('cursor', command, this.payload(event, fields), {
      CURSOR_PROJECT_DIR: this.#machine.project,
      CURSOR_VERSION: '2026.10.01-e373342',
      CURSOR_USER_EMAIL: 'someone@example.com',
      CLAUDE_PROJECT_DIR: this.#machine.project,
    });
    if (run.status !== 0 || run.stderr !== '') {
      throw new Error(`${command} exits ${run.status}: ${run.stderr}`);
    }
    return run;
  }
}
