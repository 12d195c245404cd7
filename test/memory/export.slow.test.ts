import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { TextHash } from '../../src/platform/secret-key.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { storeTurn, type TurnToStore } from '../../src/store/turn-writer.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';
import { exported, hashWith, imported } from './export-round.ts';
import { memoryOf } from './takeover-target.ts';

const here = hashWith('here');
const there = hashWith('there');

/** Turns by every kind of key: of the host, of the request, and of what only the transcript holds. */
const turnsBy = (hash: TextHash): readonly TurnToStore[] =>
  [0, 1, 2, 3, 4, 5].map((index) => {
    const request = `request ${index}`;
    const answer = `a telling answer ${index}`;
    const keys = [`uuid-${index}`, `h:${hash(request)}:1`, `h:${hash(`<raw>${request}`)}:1`];
    const output = `printed ${index}`;
    return aTurn('one', keys[index % 3] ?? '', {
      ...{ number: 2 * index + 1, startedAt: 1000 * index, endedAt: 1000 * index + 500 },
      ...{ request, answer, userHash: hash(request), assistantHash: hash(answer) },
      details: [
        { sourceId: `t${index}`, kind: 'tool_output', toolName: 'Bash', input: '', output },
      ],
      skeleton: request,
    });
  });

const told = (db: SqlConnection) =>
  memoryOf(db, 'one').map(({ request, answer, startedAt, details }) => ({
    ...{ request, answer, startedAt, details },
  }));

it.for([
  ['its own', here],
  ['another', there],
] as const)(
  'exports made with %s key, cut anywhere and in any order with captures, come to what the transcripts give',
  async ([, hash]) => {
    await using fixture = await createFixture();
    using from = await openMemory(`${fixture.path}/from`);
    using expected = await openMemory(`${fixture.path}/expected`);
    noted(from, 'one');
    noted(expected, 'one');
    for (const turn of turnsBy(hash)) storeTurn(from, turn);
    for (const turn of turnsBy(here)) storeTurn(expected, turn);
    const lines = exported(from, hash);
    const captures = turnsBy(here).map((turn) => (db: SqlConnection) => {
      noted(db, 'one');
      storeTurn(db, turn);
    });
    const imports = [2, 4, 6, lines.length, lines.length].map((count) => (db: SqlConnection) => {
      imported(db, lines.slice(0, count), here);
    });
    const orders = fc.shuffledSubarray([...captures, ...imports], { minLength: 11 });
    let run = 0;
    const works = fc.asyncProperty(orders, async (order) => {
      run += 1;
      using db = await openMemory(`${fixture.path}/${run}`);
      for (const step of order) step(db);
      expect(told(db)).toEqual(told(expected));
    });
    await fc.assert(works, { numRuns: 30 });
  },
);

it('many records come in slices, and the memory is free between them', async () => {
  await using fixture = await createFixture();
  using from = await openMemory(`${fixture.path}/from`);
  using to = await openMemory(`${fixture.path}/to`);
  noted(from, 'one');
  from.transaction(() => {
    for (let index = 0; index < 1200; index += 1)
      storeTurn(from, aTurn('one', `k${index}`, { number: index, startedAt: index }));
  });
  const seen: number[] = [];
  const lines = exported(from, here);
  const onProgress = (records: number): void => {
    seen.push(records);
  };
  expect(imported(to, lines, here, { onProgress })).toMatchObject({ turns: 1200 });
  expect(seen).toEqual([500, 1000, 1201]);
  expect(told(to)).toEqual(told(from));
});
