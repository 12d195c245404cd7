import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import {
  aborted,
  agent,
  call,
  complete,
  event,
  FIXTURES,
  fixtureBytes,
  idAt,
  jsonl,
  merged,
  meta,
  millisAt,
  output,
  RolloutFile,
  started,
  user,
  withoutUtterances,
} from './rollout.ts';

const [T1, T2, T3, T4, T5] = [10, 20, 30, 40, 50].map((seconds) => idAt(seconds)) as [
  string,
  string,
  string,
  string,
  string,
];
const compacted = { timestamp: '', type: 'compacted', payload: { message: 'P\nsummary' } };
const called = (turnId: string) => ({
  timestamp: '',
  type: 'turn_context',
  payload: { turn_id: turnId },
});

/** A conversation with everything that crosses a border between two readings. */
const MIXED = Buffer.from(
  jsonl(
    meta(),
    user('<environment_context>\n</environment_context>'),
    user('old one'),
    agent('old answer'),
    user('old one'),
    agent('old answer'),
    started(T1),
    called(T1),
    user('one'),
    agent('first 答え'),
    call('c1', 'shell'),
    output('c1', '行 out'),
    user('steered'),
    agent('second answer'),
    complete(T1),
    started(T2),
    agent('summary'),
    compacted,
    user('two'),
    agent('third answer'),
    complete(T2),
    started(T3),
    user('three'),
    user('<turn_aborted>\n</turn_aborted>'),
    aborted(T3),
    started(T4),
    agent('by itself'),
    complete(T4),
    started(T5),
    user('five'),
    call('c2', 'shell'),
    output('c2', 'more'),
    agent('last answer', { phase: 'final_answer', id: 'm5' }),
    complete(T5),
  ),
);

const counted = (settled: number, { length }: readonly TranscriptTurn[], open: boolean): number =>
  Math.max(0, Math.min(settled, open ? length - 1 : length));

describe('reading in parts', () => {
  let file: RolloutFile;
  beforeAll(async () => {
    const scratch = await RolloutFile.create();
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
      turns = merged(turns, last ? reading.turns : reading.turns.slice(0, settled));
      cursor = JSON.parse(JSON.stringify(reading.cursorAfter(settled)));
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

  it.for(contents)('%s gives the same when it is read row by row', ([, bytes]) => {
    file.write(bytes);
    const whole = withoutUtterances(file.read().turns);
    const ends = [...bytes.entries()].flatMap(([index, byte]) =>
      byte === 0x0a ? [index + 1] : [],
    );
    expect(readInParts(bytes, ends, [])).toEqual(whole);
  });
});

describe('a cursor', () => {
  it('behind everything finds nothing', async () => {
    await using file = await RolloutFile.create(MIXED);
    const reading = file.read();
    const again = file.read(reading.cursorAfter(reading.turns.length));
    expect(again).toMatchObject({ status: 'read', turns: [], lastOpen: false });
  });

  it('behind n turns gives the rest whole', async () => {
    await using file = await RolloutFile.create(MIXED);
    const { turns, cursorAfter } = file.read();
    const rests = turns.map((_, index) => file.read(cursorAfter(index)).turns);
    expect(rests).toEqual(turns.map((_, index) => turns.slice(index)));
  });

  it('of a Stop finds nothing in the end of the turn that follows', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('go'), agent('x')));
    const { cursorAfter } = file.read();
    file.append(jsonl(event('token_count'), complete(T1)));
    expect(file.read(cursorAfter(1))).toMatchObject({ turns: [], lastOpen: false });
  });

  it('gives rows behind a settled turn as its continuation', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('go'), agent('x')));
    const { cursorAfter } = file.read();
    file.append(jsonl(call('c', 'shell'), agent('y'), complete(T1)));
    expect(file.read(cursorAfter(1)).turns).toMatchObject([
      { key: T1, continues: true, number: 1, requests: [], promptIds: [T1], fragments: ['y'] },
    ]);
  });

  it('keeps a prompt that steers a settled turn as a turn of its own', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('go'), agent('x')));
    const { cursorAfter } = file.read();
    file.append(jsonl(user('more'), agent('y'), complete(T1)));
    expect(file.read(cursorAfter(1)).turns).toMatchObject([
      { key: 'h:<more>:1', continues: false, requests: ['more'], fragments: ['y'] },
    ]);
  });

  it('gives such a prompt the time of its own row', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('go'), agent('x')));
    const { cursorAfter } = file.read();
    file.append(jsonl(user('more', {}, 30), agent('y', {}, 31)));
    expect(file.read(cursorAfter(1)).turns).toMatchObject([
      { requests: ['more'], startedAt: millisAt(30), endedAt: millisAt(31) },
    ]);
  });

  it('before a continuation gives the continuation again', async () => {
    await using file = await RolloutFile.create(jsonl(meta(), started(T1), user('go'), agent('x')));
    const first = file.read().cursorAfter(1);
    file.append(jsonl(agent('more')));
    expect(file.read(first).cursorAfter(0)).toEqual(first);
  });

  it('remembers the names of tools that still run', async () => {
    await using file = await RolloutFile.create(
      jsonl(meta(), started(T1), user('go'), agent('x'), call('c', 'shell')),
    );
    const { cursorAfter } = file.read();
    file.append(jsonl(output('c', 'out')));
    expect(file.read(cursorAfter(1)).turns[0]?.details).toMatchObject([{ toolName: 'shell' }]);
  });

  it('holds no text of the conversation', async () => {
    await using file = await RolloutFile.create(
      MIXED.toString('utf8').replaceAll('old one', 'one'),
    );
    const { turns, cursorAfter } = file.read();
    const cursors = JSON.stringify(turns.map((_, index) => cursorAfter(index + 1)));
    const texts = turns.flatMap(({ fragments }) => fragments);
    expect(texts.filter((text) => cursors.includes(text))).toEqual([]);
  });

  it('stays small however many tools never answered', async () => {
    const calls = Array.from({ length: 3000 }, (_, index) => call(`c${index}`, 'shell'));
    await using file = await RolloutFile.create(jsonl(meta(), user('go'), ...calls));
    expect(JSON.stringify(file.read().cursorAfter(1)).length).toBeLessThan(8000);
  });

  it('of another version of the reader is not used', async () => {
    await using file = await RolloutFile.create(MIXED);
    const whole = file.read();
    const cursor = { ...whole.cursorAfter(2), state: { generation: 9 } };
    expect(file.read(cursor).turns).toEqual(whole.turns);
  });

  it('lets a Stop read what is new and little more', async () => {
    const bulk = Array.from({ length: 4000 }, () =>
      event('token_count', { info: 'x'.repeat(900) }),
    );
    await using file = await RolloutFile.create(
      jsonl(meta(), started(T1), user('go'), ...bulk, agent('x'), complete(T1)),
    );
    const { cursorAfter } = file.read();
    const news = jsonl(started(T2), user('two'), agent('y'));
    file.append(news);
    const reading = file.read(cursorAfter(1));
    expect(reading.turns).toMatchObject([{ key: T2 }]);
    expect(reading.bytesRead).toBeLessThanOrEqual(news.length + 8192);
  });
});
