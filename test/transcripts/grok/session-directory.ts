import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import { readGrokTranscript } from '../../../src/hosts/grok/transcript.ts';
import type { CountedReading } from '../../../src/hosts/transcript-reading.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A hash that shows what was hashed. */
export const namesText = (text: string): string => `<${text}>`;

const START = 1_800_000_000_000;
const time = (seconds: number): number => START + seconds * 1000;

/** One row of the stream. `meta` is what the agent adds: the prompt id, the start of the model's stream. */
const update = (sessionUpdate: string, fields: Fields, meta: Fields = {}): Fields => ({
  timestamp: START / 1000,
  method: 'session/update',
  params: {
    sessionId: 's',
    update: { sessionUpdate, ...fields },
    _meta: { agentTimestampMs: time(0), ...meta },
  },
});

export const submitted = (promptId: string): Fields =>
  update('hook_execution', { event_name: 'user_prompt_submit', prompt_id: promptId, runs: [] });

/** A prompt somebody typed. `at` in seconds. */
export const prompt = (index: number, text: string, at = 0, meta: Fields = {}): Fields =>
  update(
    'user_message_chunk',
    { content: { type: 'text', text }, _meta: { promptIndex: index, ...meta } },
    { agentTimestampMs: time(at) },
  );

export const image = (index: number, at = 0): Fields =>
  update(
    'user_message_chunk',
    { content: { type: 'image', data: 'AAAA' }, _meta: { promptIndex: index } },
    { agentTimestampMs: time(at) },
  );

export const said = (promptId: string, text: string, stream = 1, at = 5): Fields =>
  update(
    'agent_message_chunk',
    { content: { type: 'text', text } },
    { promptId, streamStartMs: stream, agentTimestampMs: time(at) },
  );

export const thought = (promptId: string, text: string): Fields =>
  update('agent_thought_chunk', { content: { type: 'text', text } }, { promptId });

export const tool = (promptId: string, toolCallId: string, rawInput: unknown): Fields =>
  update('tool_call', { toolCallId, title: 'run_terminal_command', rawInput }, { promptId });

export const toolDone = (promptId: string, toolCallId: string, fields: Fields): Fields =>
  update('tool_call_update', { toolCallId, status: 'completed', ...fields }, { promptId });

export const completed = (promptId: string, reason = 'end_turn'): Fields =>
  update('turn_completed', { prompt_id: promptId, stop_reason: reason });

/** A command the host carries out itself, as headless Grok writes it down. */
export const command = (text: string): Fields =>
  update('user_message_chunk', { content: { type: 'text', text }, _meta: { hostTurn: true } });

/** A whole turn as it is on disk when everything is written. */
export const turn = (promptId: string, index: number, text: string, answer: string): Fields[] => [
  submitted(promptId),
  prompt(index, text),
  said(promptId, answer, index + 1),
  completed(promptId),
];

/** Rows of the model's view. */
export const asked = (text: string, fields: Fields = {}): Fields => ({
  type: 'user',
  content: [{ type: 'text', text: `<user_query>\n${text}\n</user_query>` }],
  ...fields,
});
export const answered = (content: string): Fields => ({ type: 'assistant', content });
export const byHost = (reason: string): Fields => ({
  type: 'user',
  content: [{ type: 'text', text: `<system-reminder>\n${reason}\n</system-reminder>` }],
  synthetic_reason: reason,
});

export const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A session on disk that grows as a host lets it grow. */
export class SessionDirectory {
  readonly path: string;
  readonly #chat: string;
  readonly #summary: string;

  private constructor(place: (name: string) => string) {
    this.path = place('updates.jsonl');
    this.#chat = place('chat_history.jsonl');
    this.#summary = place('summary.json');
  }

  static async create(
    updates: string | Uint8Array | null = '',
  ): Promise<SessionDirectory & AsyncDisposable> {
    const fixture = await createFixture({});
    const session = new SessionDirectory((name) => fixture.getPath(name));
    if (updates !== null) session.write(updates);
    return Object.assign(session, { [Symbol.asyncDispose]: () => fixture.rm() });
  }

  /** Keeps the file's identity. */
  write(updates: string | Uint8Array): void {
    writeFileSync(this.path, updates);
  }

  append(updates: string): void {
    appendFileSync(this.path, updates);
  }

  /** What the model sees from now on. */
  show(chat: string | Uint8Array): void {
    writeFileSync(this.#chat, chat);
  }

  describe(summary: Fields): void {
    writeFileSync(this.#summary, JSON.stringify(summary));
  }

  read(cursor: TranscriptCursor | null = null): CountedReading {
    return readGrokTranscript(this.path, cursor, namesText);
  }
}

export const fixtureBytes = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/grok/grok-1.0.41-${name}.jsonl`, import.meta.url));

/** A recorded session: the stream, and what the model saw at its end. */
export async function recorded(name: string): Promise<SessionDirectory & AsyncDisposable> {
  const session = await SessionDirectory.create(fixtureBytes(name));
  session.show(fixtureBytes(`${name}-chat`));
  return session;
}

/** The turns of these rows, read in one go. */
export async function turnsOf(...rows: readonly unknown[]): Promise<readonly TranscriptTurn[]> {
  await using session = await SessionDirectory.create(jsonl(...rows));
  return session.read().turns;
}
