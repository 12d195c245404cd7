import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import {
  agent,
  attachment,
  fixtureBytes,
  jsonl,
  merged,
  queued,
  SessionFile,
  toolResult,
  toolUse,
  typed,
  user,
  withoutUtterances,
} from './session-file.ts';

const FIXTURES = [
  '1.0.60-after-compact',
  '1.0.128-resume',
  '2.1.150-compact-resume',
  '2.1.220-compact-resume',
  '2.1.332-compact-resume',
  '2.1.332-fork',
  '2.1.332-image-queued',
  '2.1.332-sigint',
  '2.1.332-sigkill-resume',
  '2.1.332-api-error-529',
] as const;

/** A conversation with everything that crosses a border between two readings. */
const MIXED = Buffer.from(
  jsonl(
    user('s0', 'summary', { isCompactSummary: true }),
    typed('u1', 'one', { parentUuid: 's0' }),
    toolUse('a1', 't1', 'Bash', {}),
    toolResult('r1', 't1', '行 out'),
    queued('q1', 'absorbed'),
    agent('a2', 'first 答え'),
    toolUse('a3', 't2', 'Read', {}),
    toolResult('r3', 't2', 'more'),
    agent('a4', 'second answer'),
    attachment('x4', { type: 'file', filename: '/f', content: 'text' }),
    queued('q2', 'next'),
    agent('a5', 'third answer'),
    user('c1', '<command-name>/cost</command-name>'),
    user('c2', '<local-command-stdout>1</local-command-stdout>'),
    typed('u2', 'taken back', { parentUuid: 'c2' }),
    typed('u3', 'kept', { parentUuid: 'c2' }),
    user('m3', '[Request interrupted by user]'),
    typed('u4', 'queued one', { promptSource: 'queued', parentUuid: 'm3' }),
    attachment('x5', { type: 'date' }, { parentUuid: 'u4' }),
    typed('u5', 'queued two', { promptSource: 'queued', parentUuid: 'x5' }),
    agent('a6', 'fourth answer', null),
    user('n1', '<task-notification>\n<status>done</status>\n</task-notification>'),
    agent('a7', 'seen'),
    user('k1', '<command-name>/review</command-name>'),
    agent('a8', 'reviewed'),
  ),
);

const counted = (settled: number, { length }: readonly TranscriptTurn[], open: boolean): number =>
  Math.min(settled, open ? length - 1 : length);

describe('reading in parts', () => {
  let file: SessionFile;
  beforeAll(async () => {
    const scratch = await SessionFile.create();
    file = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  /** Reads what was written up to each cut, settling at most so many turns each time. */
  function readInParts(bytes: Buffer, cuts: readonly number[], settle: readonly number[]) {
    let turns: TranscriptTurn[] = [];
    let cursor = null;
    file.write('');
    for (const [index, end] of [...cuts, bytes.length].entries()) {
      file.append(bytes.subarray(cuts[index - 1] ?? 0, end));
      const reading = file.read(cursor);
      const settled = counted(settle[index] ?? 99, reading.turns, reading.lastOpen);
      const last = index === cuts.length;
      turns = merged(turns, last ? reading.turns : reading.turns.slice(0, Math.max(0, settled)));
      cursor = JSON.parse(JSON.stringify(reading.cursorAfter(Math.max(0, settled))));
    }
    return withoutUtterances(turns);
  }

  const contents = [
    ...FIXTURES.map((name) => [name, fixtureBytes(name)] as const),
    ['mixed', MIXED] as const,
  ];

  it.for(contents)('%s gives what reading it whole gives, wherever it is cut', ([, bytes]) => {
    file.write(bytes);
    const whole = withoutUtterances(file.read().turns);
    const cuts = fc.array(fc.nat(bytes.length), { minLength: 1, maxLength: 2 });
    const property = fc.property(cuts, fc.array(fc.nat(3), { maxLength: 2 }), (points, settle) => {
      const sorted = points.toSorted((a, b) => a - b);
      expect(readInParts(bytes, sorted, settle)).toEqual(whole);
    });
    fc.assert(property, { numRuns: 40 });
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

describe('a cursor', () => {
  it('behind everything finds nothing', async () => {
    await using file = await SessionFile.create(MIXED);
    const reading = file.read();
    const again = file.read(reading.cursorAfter(reading.turns.length));
    expect(again).toMatchObject({ status: 'read', turns: [], lastOpen: false });
  });

  it('behind n turns gives the rest whole', async () => {
    await using file = await SessionFile.create(MIXED);
    const { turns, cursorAfter } = file.read();
    const rests = turns.map((_, index) => file.read(cursorAfter(index)).turns);
    expect(rests).toEqual(turns.map((_, index) => turns.slice(index)));
  });

  it('gives rows behind a settled turn as its continuation', async () => {
    await using file = await SessionFile.create(jsonl(typed('u1', 'go'), agent('a1', 'done')));
    const { cursorAfter } = file.read();
    file.append(jsonl(toolUse('a2', 't', 'Bash', {}), agent('a3', 'done again')));
    const { turns } = file.read(cursorAfter(1));
    expect(turns).toMatchObject([
      { key: 'u1', continues: true, number: 2, requests: [], fragments: ['done again'] },
    ]);
    expect(turns[0]?.details.map(({ sourceId }) => sourceId)).toEqual(['t']);
  });

  it('before a continuation gives the continuation again', async () => {
    await using file = await SessionFile.create(jsonl(typed('u1', 'go'), agent('a1', 'done')));
    const first = file.read().cursorAfter(1);
    file.append(jsonl(agent('a2', 'more')));
    const again = file.read(first).cursorAfter(0);
    expect(again).toEqual(first);
  });

  it('remembers the names of tools that still run', async () => {
    await using file = await SessionFile.create(
      jsonl(typed('u1', 'go'), agent('a1', 'wait'), toolUse('a2', 't1', 'Bash', {})),
    );
    const { cursorAfter } = file.read();
    file.append(jsonl(toolResult('r1', 't1', 'out')));
    expect(file.read(cursorAfter(1)).turns[0]?.details).toMatchObject([{ toolName: 'Bash' }]);
  });

  it('holds no text of the conversation', async () => {
    await using file = await SessionFile.create(MIXED);
    const { turns, cursorAfter } = file.read();
    const cursors = JSON.stringify([0, 1, 2, 3, 4, 5, 6, 7].map((count) => cursorAfter(count)));
    const texts = turns.flatMap(({ requests, fragments }) => [...requests, ...fragments]);
    expect(texts.filter((text) => cursors.includes(text))).toEqual([]);
  });

  it('stays small however many tools never answered', async () => {
    const calls = Array.from({ length: 3000 }, (_, index) =>
      toolUse(`a${index}`, `t${index}`, 'Bash', {}),
    );
    await using file = await SessionFile.create(jsonl(typed('u1', 'go'), ...calls));
    expect(JSON.stringify(file.read().cursorAfter(1)).length).toBeLessThan(8000);
  });

  it('of another version of the reader is not used', async () => {
    await using file = await SessionFile.create(MIXED);
    const whole = file.read();
    const cursor = { ...whole.cursorAfter(2), state: { generation: 9 } };
    expect(file.read(cursor).turns).toEqual(whole.turns);
  });
});
