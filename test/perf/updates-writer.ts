import { randomUUID } from 'node:crypto';
import { appendFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Home } from './home.ts';
import type { MadeUpText } from './made-up-text.ts';

/** Mean sizes in characters, as those of {@link TranscriptWriter}. */
const size = { prompt: 300, thinking: 600, answer: 1500, input: 300, output: 2500 } as const;
const CHUNK = 40;

/** Writes turns in the row shapes of Grok 1.0.41: what is said comes in pieces. */
export class UpdatesWriter {
  readonly path: string;
  readonly #session = randomUUID();
  readonly #text: MadeUpText;
  #turns = 0;
  #at = Date.now() - 86_400_000;

  constructor({ directory, project }: Home, text: MadeUpText) {
    const sessions = join(directory, '.grok', 'sessions', encodeURIComponent(project));
    this.path = join(sessions, this.#session, 'updates.jsonl');
    this.#text = text;
    mkdirSync(dirname(this.path), { recursive: true });
    writeFileSync(this.path, '');
  }

  fillTo(bytes: number): void {
    while (statSync(this.path).size < bytes) this.append();
  }

  /** Appends a turn with one to seven tool calls, at once. */
  append(): void {
    const promptId = randomUUID();
    const ran = { event_name: 'user_prompt_submit', prompt_id: promptId, runs: [] };
    const content = { type: 'text', text: this.#text.text(size.prompt).trim() };
    const rows = [
      this.#row('hook_execution', ran, {}),
      this.#row('user_message_chunk', { content, _meta: { promptIndex: this.#turns } }, {}),
    ];
    for (let calls = 1 + this.#text.number(7); calls > 0; calls -= 1)
      rows.push(...this.#call(promptId));
    rows.push(...this.#said('agent_message_chunk', this.#text.text(size.answer), promptId));
    rows.push(
      this.#row('turn_completed', { prompt_id: promptId, stop_reason: 'end_turn' }, { promptId }),
    );
    this.#turns += 1;
    appendFileSync(this.path, rows.map((each) => `${JSON.stringify(each)}\n`).join(''));
  }

  #call(promptId: string): readonly object[] {
    const call = { toolCallId: `call_${randomUUID()}` };
    const rawInput = { command: this.#text.text(size.input) };
    const output = this.#text.text(size.output);
    const tool = { 'x.ai/tool': { name: 'bash' } };
    const shown = [{ type: 'content', content: { type: 'text', text: output } }];
    return [
      ...this.#said('agent_thought_chunk', this.#text.text(size.thinking), promptId),
      this.#row('tool_call', { ...call, title: 'bash', rawInput, _meta: tool }, { promptId }),
      this.#row(
        'tool_call_update',
        { ...call, status: 'completed', content: shown, rawOutput: { output } },
        { promptId },
      ),
    ];
  }

  #said(kind: string, text: string, promptId: string): readonly object[] {
    const streamStartMs = this.#at;
    const rows: object[] = [];
    for (let at = 0; at < text.length; at += CHUNK) {
      const content = { type: 'text', text: text.slice(at, at + CHUNK) };
      rows.push(this.#row(kind, { content }, { promptId, streamStartMs }));
    }
    return rows;
  }

  #row(sessionUpdate: string, update: object, meta: object): object {
    this.#at += 1;
    const sessionId = this.#session;
    return {
      timestamp: Math.floor(this.#at / 1000),
      method: 'session/update',
      params: {
        sessionId,
        update: { sessionUpdate, ...update },
        _meta: { eventId: `${sessionId}-${this.#at}`, agentTimestampMs: this.#at, ...meta },
      },
    };
  }
}
