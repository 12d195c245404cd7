import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import {
  agent,
  ConversationFile,
  ended,
  fixtureBytes,
  jsonl,
  merged,
  tool,
  typed,
  user,
  withoutUtterances,
} from './conversation-file.ts';

const TIME = 'Friday, Oct 2, 2026, 12:21 PM (UTC-4)';
const FIXTURES = [
  'turns',
  'turn-ended-block',
  'string-content',
  'fake-rows',
  'extended',
  'out-of-usage',
] as const;

/** A conversation with everything that crosses a border between two readings. */
const MIXED = Buffer.from(
  jsonl(
    typed('一つ', TIME),
    agent('読む', tool('Read', { path: 'a' })),
    agent('[REDACTED]'),
    agent('done'),
    ended('success'),
    typed('一つ'),
    agent(tool('Shell', 'ls')),
    ended('error', { error: 'gone' }),
    user('Your previous response was interrupted. Continue.'),
    agent('done after all', { type: 'turn_ended', status: 'success' }),
    typed('一つ'),
    ended('aborted'),
    typed('一つ', TIME),
    agent('no end here'),
    typed('last'),
    agent('so far'),
  ),
);

describe('reading in parts', () => {
  let file: ConversationFile;
  beforeAll(async () => {
    const scratch = await ConversationFile.create();
    file = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  /** Reads what was written up to each cut, settling at most so many turns each time. */
  function readInParts(bytes: Buffer, cuts: readonly number[], settle: readonly number[]) {
    let turns: TranscriptTurn[] = [];
    let cursor: TranscriptCursor | null = null;
    file.write('');
    for (const [index, end] of [...cuts, bytes.length].entries()) {
      file.append(bytes.subarray(cuts[index - 1] ?? 0, end));
      const reading = file.read(cursor);
      const over = reading.turns.length - (reading.lastOpen ? 1 : 0);
      const settled =
        index === cuts.length ? reading.turns.length : Math.min(settle[index] ?? 9, over);
      turns = merged(turns, reading.turns.slice(0, settled));
      cursor = JSON.parse(JSON.stringify(reading.cursorAfter(settled)));
    }
    return withoutUtterances(turns);
  }

  const contents = [
    ...FIXTURES.map((name) => [name, fixtureBytes(`${name}.jsonl`)] as const),
    ['mixed', MIXED] as const,
  ];

  it.for(contents)('%s gives what reading it whole gives, wherever it is cut', ([, bytes]) => {
    file.write(bytes);
    const whole = withoutUtterances(file.read().turns);
    const cuts = fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 3 });
    const property = fc.property(cuts, fc.array(fc.nat(3), { maxLength: 3 }), (points, settle) => {
      const sorted = points.toSorted((a, b) => a - b);
      expect(readInParts(bytes, sorted, settle)).toEqual(whole);
    });
    fc.assert(property, { numRuns: 60 });
  });

  it('mixed gives the same when it is read row by row', () => {
    file.write(MIXED);
    const whole = withoutUtterances(file.read().turns);
    const ends = [...MIXED.entries()].flatMap(([index, byte]) =>
      byte === 0x0a ? [index + 1] : [],
    );
    expect(readInParts(MIXED, ends, [])).toEqual(whole);
  });
});
