import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import { readClaudeTranscript } from '../../../src/hosts/claude/transcript.ts';
import type { CountedReading } from '../../../src/hosts/transcript-reading.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A hash that shows what was hashed. */
export const namesRequest = (text: string): string => `<${text}>`;

const time = (seconds: number): string =>
  new Date(1_800_000_000_000 + seconds * 1000).toISOString();

/** A row somebody typed. `at` in seconds. */
export const user = (uuid: string, content: unknown, fields: Fields = {}): Fields => ({
  type: 'user',
  uuid,
  parentUuid: null,
  timestamp: time(0),
  message: { role: 'user', content },
  ...fields,
});

export const typed = (uuid: string, content: unknown, fields: Fields = {}): Fields =>
  user(uuid, content, { promptSource: 'typed', promptId: `p-${uuid}`, ...fields });

/** One row of the agent; `stop` is the stop reason of the message it belongs to. */
export const agent = (
  uuid: string,
  block: Fields | string,
  stop: string | null = 'end_turn',
  fields: Fields = {},
): Fields => ({
  type: 'assistant',
  uuid,
  parentUuid: null,
  timestamp: time(5),
  message: {
    role: 'assistant',
    id: `msg-${uuid}`,
    model: 'claude-opus-5-5',
    stop_reason: stop,
    content: [typeof block === 'string' ? { type: 'text', text: block } : block],
  },
  ...fields,
});

export const toolUse = (uuid: string, id: string, name: string, input: unknown): Fields =>
  agent(uuid, { type: 'tool_use', id, name, input }, 'tool_use');

export const toolResult = (uuid: string, id: string, content: unknown): Fields =>
  user(uuid, [{ type: 'tool_result', tool_use_id: id, content }]);

export const attachment = (uuid: string, fields: Fields, row: Fields = {}): Fields => ({
  type: 'attachment',
  uuid,
  parentUuid: null,
  timestamp: time(3),
  attachment: fields,
  ...row,
});

export const queued = (uuid: string, prompt: unknown, fields: Fields = {}): Fields =>
  attachment(uuid, { type: 'queued_command', prompt, commandMode: 'prompt', ...fields });

export const at = (seconds: number): Fields => ({ timestamp: time(seconds) });

export const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A transcript on disk that grows as a host lets it grow. */
export class SessionFile {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
  }

  static async create(content: string | Uint8Array = ''): Promise<SessionFile & AsyncDisposable> {
    const fixture = await createFixture({ 'session.jsonl': '' });
    const file = new SessionFile(fixture.getPath('session.jsonl'));
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
    return readClaudeTranscript(this.path, cursor, namesRequest);
  }
}

export const fixturePath = (name: string): string =>
  new URL(`../../fixtures/claude/claude-${name}`, import.meta.url).pathname;

export const fixtureBytes = (name: string): Buffer => readFileSync(fixturePath(`${name}.jsonl`));

/** The turns of these rows, read in one go. */
export async function turnsOf(...rows: readonly unknown[]): Promise<readonly TranscriptTurn[]> {
  await using file = await SessionFile.create(jsonl(...rows));
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
  number: more.number,
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
