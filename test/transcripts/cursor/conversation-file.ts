import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { createFixture } from 'fs-fixture';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import type { TranscriptReading } from '../../../src/core/reading.ts';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import { readCursorTranscript } from '../../../src/hosts/cursor/transcript.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A hash that shows what was hashed. */
const namesRequest = (text: string): string => `<${text}>`;

export const user = (content: unknown): Fields => ({ role: 'user', message: { content } });

/** A row somebody typed; `time` as Cursor writes it. */
export const typed = (text: string, time?: string): Fields => {
  const stamp = time === undefined ? '' : `<timestamp>${time}</timestamp>\n`;
  return user([{ type: 'text', text: `${stamp}<user_query>\n${text}\n</user_query>` }]);
};

export const agent = (...blocks: readonly (string | Fields)[]): Fields => ({
  role: 'assistant',
  message: {
    content: blocks.map((block) =>
      typeof block === 'string' ? { type: 'text', text: block } : block,
    ),
  },
});

export const tool = (name: string, input: unknown): Fields => ({ type: 'tool_use', name, input });

export const ended = (status: string, fields: Fields = {}): Fields => ({
  type: 'turn_ended',
  status,
  ...fields,
});

export const jsonl = (...rows: readonly unknown[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** A transcript on disk that grows as the host lets it grow. */
export class ConversationFile {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }

  static async create(
    content: string | Uint8Array = '',
    name = 'id/id.jsonl',
  ): Promise<ConversationFile & AsyncDisposable> {
    const fixture = await createFixture();
    const file = new ConversationFile(fixture.getPath(name));
    mkdirSync(dirname(file.path), { recursive: true });
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

  read(cursor: TranscriptCursor | null = null): TranscriptReading {
    return readCursorTranscript(this.path, cursor, namesRequest);
  }
}

export const fixtureBytes = (name: string): Buffer =>
  readFileSync(new URL(`../../fixtures/cursor/cursor-documented-${name}`, import.meta.url));

/** The turns of this content, read in one go. */
export async function turnsIn(content: string | Uint8Array): Promise<readonly TranscriptTurn[]> {
  await using file = await ConversationFile.create(content);
  return file.read().turns;
}

export const turnsOf = (...rows: readonly unknown[]): Promise<readonly TranscriptTurn[]> =>
  turnsIn(jsonl(...rows));

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
