import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';

/** Mean sizes in characters, as those of {@link TranscriptWriter}; the instructions come once. */
const size = { instructions: 21_000, prompt: 300, answer: 1500, input: 300, output: 2500 } as const;

/** Writes turns in the row shapes of Codex 0.171.0. */
export class RolloutWriter {
  readonly thread = randomUUID();
  readonly path: string;
  readonly #cwd: string;
  readonly #text: MadeUpText;

  constructor({ directory, project }: Home, text: MadeUpText) {
    const name = `rollout-2026-11-30T15-20-44-${this.thread}.jsonl`;
    this.path = join(directory, '.codex', 'sessions', '2026', '11', '30', name);
    this.#cwd = project;
    this.#text = text;
    mkdirSync(dirname(this.path), { recursive: true });
    const meta = { id: this.thread, session_id: this.thread, cwd: project, source: 'cli' };
    const instructions = { text: text.text(size.instructions) };
    this.#write([row('session_meta', { ...meta, base_instructions: instructions })]);
  }

  fillTo(bytes: number): void {
    while (statSync(this.path).size < bytes) this.append();
  }

  /** Appends a turn with one to seven tool calls, at once. */
  append(): { readonly turnId: string; readonly answer: string } {
    const turnId = randomUUID();
    const answer = this.#text.text(size.answer).trim();
    const rows = [
      event('task_started', { turn_id: turnId }),
      row('turn_context', { turn_id: turnId, cwd: this.#cwd }),
      message('user', turnId, this.#text.text(size.prompt).trim()),
    ];
    for (let calls = 1 + this.#text.number(7); calls > 0; calls -= 1) rows.push(...this.#call());
    this.#write([...rows, message('assistant', turnId, answer), event('token_count', {})]);
    return { turnId, answer };
  }

  #call(): readonly object[] {
    const call = { call_id: `call_${randomUUID()}` };
    const input = JSON.stringify({ cmd: this.#text.text(size.input) });
    const output = this.#text.text(size.output);
    return [
      row('response_item', {
        type: 'function_call',
        name: 'exec_command',
        arguments: input,
        ...call,
      }),
      row('response_item', { type: 'function_call_output', output, ...call }),
      event('exec_command_end', { ...call, aggregated_output: output }),
    ];
  }

  #write(rows: readonly object[]): void {
    appendFileSync(this.path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }
}

const row = (type: string, payload: object): object => ({
  timestamp: new Date().toISOString(),
  type,
  payload,
});

const event = (type: string, fields: object): object => row('event_msg', { type, ...fields });

function message(role: 'user' | 'assistant', turnId: string, text: string): object {
  const type = role === 'user' ? 'input_text' : 'output_text';
  const kinds = [role === 'user' ? 'user.text' : 'unknown'];
  return row('response_item', {
    type: 'message',
    role,
    content: [{ type, text }],
    internal_chat_message_metadata_passthrough: { turn_id: turnId, content_item_kinds: kinds },
  });
}
