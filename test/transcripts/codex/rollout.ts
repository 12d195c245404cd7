import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import { readCodexTranscript } from '../../../src/hosts/codex/transcript.ts';
import type { CountedReading } from '../../../src/hosts/transcript-reading.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A hash that shows what was hashed. */
export const namesRequest = (text: string): string => `<${text}>`;

const START = 1_800_000_000_000;

/** A version 7 UUID made so many seconds after the start of the conversation. */
export function idAt(seconds: number, tail = 'a'): string {
  const hex = (START + seconds * 1000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${tail.padStart(12, '0')}`;
}

export const millisAt = (seconds: number): number => START + seconds * 1000;

export const THREAD = idAt(0, 'f');

const wrapped = (type: string, payload: Fields, seconds = 0): Fields => ({
  timestamp: new Date(millisAt(seconds)).toISOString(),
  type,
  payload,
});

export const meta = (fields: Fields = {}): Fields =>
  wrapped('session_meta', { id: THREAD, source: 'cli', base_instructions: {}, ...fields });

export const event = (type: string, fields: Fields = {}, seconds = 0): Fields =>
  wrapped('event_msg', { type, ...fields }, seconds);

export const started = (turnId: string): Fields => event('task_started', { turn_id: turnId });
export const complete = (turnId: string, fields: Fields = {}): Fields =>
  event('task_complete', { turn_id: turnId, ...fields });
export const aborted = (turnId: string): Fields =>
  event('turn_aborted', { turn_id: turnId, reason: 'interrupted' });
export const completed = (item: Fields): Fields => event('item_completed', { item });

export const item = (payload: Fields, seconds = 0): Fields =>
  wrapped('response_item', payload, seconds);

/** What 0.150 and later say about where a row is from. */
export const from = (turnId: string, ...kinds: readonly string[]): Fields => ({
  internal_chat_message_metadata_passthrough: {
    turn_id: turnId,
    ...(kinds.length > 0 ? { content_item_kinds: kinds } : {}),
  },
});

export const text = (content: string): Fields => ({ type: 'input_text', text: content });

export const user = (content: string | readonly Fields[], fields: Fields = {}, seconds = 1) =>
  item(
    {
      type: 'message',
      role: 'user',
      content: typeof content === 'string' ? [text(content)] : content,
      ...fields,
    },
    seconds,
  );

export const agent = (content: string, fields: Fields = {}, seconds = 5): Fields =>
  item(
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: content }],
      ...fields,
    },
    seconds,
  );

export const call = (id: string, name: string, fields: Fields = {}): Fields =>
  item({ type: 'function_call', call_id: id, name, arguments: '{}', ...fields }, 3);

export const output = (id: string, value: unknown): Fields =>
  item({ type: 'function_call_output', call_id: id, output: value }, 4);

export const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A rollout on disk that grows as Codex lets it grow. */
export class RolloutFile {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(content: string | Uint8Array = ''): Promise<RolloutFile & AsyncDisposable> {
    const fixture = await createFixture({ 'rollout.jsonl': '' });
    const file = new RolloutFile(fixture.getPath('rollout.jsonl'));
    file.write(content);
    return Object.assign(file, { [Symbol.asyncDispose]: () => fixture.rm() });
  }

  /** Keeps the file's identity. */
  write(content: string | Uint8Array): void {
    writeFileSync(this.path, content);
  }

  append(content: string | Uint8Array): void {
    appendFileSync(this.path, content);
  }

  read(cursor: TranscriptCursor | null = null): CountedReading {
    return readCodexTranscript(this.path, cursor, namesRequest);
  }
}

export const FIXTURES = [
  '0.20.0-tool',
  '0.45.0-tool',
  '0.98.0-resume-compact',
  '0.125.0-compact',
  '0.150.0-compact',
  '0.171.0-simple',
  '0.171.0-hook-output',
  '0.171.0-resume-compact',
  '0.171.0-commentary',
  '0.171.0-image',
  '0.171.0-failure',
  '0.171.0-steered-interrupted',
  '0.171.0-rewound',
  '0.171.0-fork',
  '0.171.0-user-shell',
  '0.171.0-side-chat',
  '0.171.0-review-child',
  '0.171.0-agents-v1',
  '0.171.0-agents-v1-child',
  '0.171.0-agents-v2',
  '0.171.0-agents-v2-child',
  '0.171.0-agents-forked',
  '0.171.0-agents-forked-child',
] as const;

export type FixtureName = (typeof FIXTURES)[number];

export const fixturePath = (name: FixtureName): string =>
  new URL(`../../fixtures/codex/codex-${name}.jsonl`, import.meta.url).pathname;

export const fixtureBytes = (name: FixtureName): Buffer => readFileSync(fixturePath(name));

/** The turns of these rows, read in one go. */
export async function turnsOf(...rows: readonly unknown[]): Promise<readonly TranscriptTurn[]> {
  await using file = await RolloutFile.create(jsonl(...rows));
  return file.read().turns;
}

/** The only turn of these rows. */
export async function turnOf(...rows: readonly unknown[]): Promise<TranscriptTurn | undefined> {
  const turns = await turnsOf(...rows);
  return turns.length === 1 ? turns[0] : undefined;
}

/** What a store makes of readings that follow each other. */
export function merged(
  known: readonly TranscriptTurn[],
  news: readonly TranscriptTurn[],
): TranscriptTurn[] {
  const turns = [...known];
  for (const turn of news) {
    const index = turns.findIndex(({ key }) => key === turn.key);
    const before = turns[index];
    if (before === undefined) turns.push(turn);
    else if (turn.continues) turns[index] = grown(before, turn);
  }
  return turns;
}

const grown = (before: TranscriptTurn, more: TranscriptTurn): TranscriptTurn => ({
  ...before,
  endedAt: more.endedAt ?? before.endedAt,
  interrupted: more.interrupted,
  answerId: more.answerId ?? before.answerId,
  fragments: [...before.fragments, ...more.fragments],
  details: [...before.details, ...more.details],
});

/** Utterances hang on which fragment was the last when the turn was read. */
export const withoutUtterances = (turns: readonly TranscriptTurn[]): TranscriptTurn[] =>
  turns.map((turn) => ({
    ...turn,
    details: turn.details.filter(({ kind }) => kind !== 'utterance'),
  }));
