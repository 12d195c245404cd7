import { randomUUID } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import type { MadeUpText } from './made-up-text.ts';

export interface WrittenTurn {
  readonly promptId: string;
  readonly prompt: string;
  readonly answer: string;
  /** Of all its rows, in the file. */
  readonly bytes: number;
}

/** One conversation's transcript, and the row it goes on from. */
export interface TranscriptFile {
  readonly path: string;
  readonly session: string;
  readonly cwd: string;
  /** Uuid of its newest row; null for a new conversation. */
  readonly newest: string | null;
}

/** Mean sizes in characters, as found in transcripts of working days. */
const size = { prompt: 300, thinking: 600, answer: 1500, input: 300, output: 2500 } as const;
const TOOLS = ['Bash', 'Read', 'Edit', 'Grep'] as const;

/** Writes turns in the row shapes of Claude Code 2.1.332. */
export class TranscriptWriter {
  readonly #file: TranscriptFile;
  readonly #text: MadeUpText;
  #newest: string | null;

  constructor(file: TranscriptFile, text: MadeUpText) {
    this.#file = file;
    this.#text = text;
    this.#newest = file.newest;
  }

  get newest(): string | null {
    return this.#newest;
  }

  /** Prompt and answer of the next turn, which is not in the file yet. */
  next(): Omit<WrittenTurn, 'bytes'> {
    const prompt = this.#text.text(size.prompt).trim();
    return { promptId: randomUUID(), prompt, answer: this.#text.text(size.answer).trim() };
  }

  /** Appends a turn with one to seven tool calls, at once. */
  append(turn: Omit<WrittenTurn, 'bytes'> = this.next()): WrittenTurn {
    const { promptId } = turn;
    const rows = [this.#user(promptId, turn.prompt, { promptSource: 'terminal' })];
    for (let calls = 1 + this.#text.number(7); calls > 0; calls -= 1) {
      rows.push(...this.#toolCall(promptId));
    }
    rows.push(this.#assistant([{ type: 'text', text: turn.answer }], 'end_turn'));
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    appendFileSync(this.#file.path, lines);
    return { ...turn, bytes: Buffer.byteLength(lines) };
  }

  /** The host writes a tool's output twice: for the model, and as its own record. */
  #toolCall(promptId: string): readonly object[] {
    const id = `toolu_${randomUUID()}`;
    const name = TOOLS[this.#text.number(TOOLS.length)] ?? 'Bash';
    const input = { command: this.#text.text(size.input), description: 'made up' };
    const content = this.#text.text(size.output);
    const thinking = { type: 'thinking', thinking: this.#text.text(size.thinking), signature: 's' };
    return [
      this.#assistant([thinking], 'tool_use'),
      this.#assistant([{ type: 'tool_use', id, name, input }], 'tool_use'),
      this.#user(promptId, [{ tool_use_id: id, type: 'tool_result', content, is_error: false }], {
        toolUseResult: { stdout: content, stderr: '', interrupted: false, isImage: false },
      }),
    ];
  }

  #user(promptId: string, content: unknown, more: object): object {
    return this.#row({ promptId, type: 'user', message: { role: 'user', content }, ...more });
  }

  #assistant(content: readonly unknown[], stopReason: string): object {
    const usage = { input_tokens: 101, cache_read_input_tokens: 20, output_tokens: 42 };
    const head = { id: `msg_${randomUUID()}`, type: 'message', role: 'assistant' };
    const model = 'claude-opus-5-5';
    const message = { ...head, model, content, stop_reason: stopReason, usage };
    return this.#row({ message, type: 'assistant', requestedModel: model });
  }

  #row(fields: object): object {
    const parentUuid = this.#newest;
    const uuid = randomUUID();
    this.#newest = uuid;
    const { cwd, session: sessionId } = this.#file;
    const place = { userType: 'external', entrypoint: 'cli', cwd, sessionId };
    const timestamp = new Date().toISOString();
    const version = { version: '2.1.332', gitBranch: 'main' };
    return { parentUuid, isSidechain: false, ...fields, uuid, timestamp, ...place, ...version };
  }
}
