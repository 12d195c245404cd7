import { expect, it } from 'vitest';
import { saveLink } from '../../src/store/links.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { runWords } from './launcher.ts';
import { aProject, type LauncherHome } from './launcher-home.ts';

const hours = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => index + 1);

const contextOf = (home: LauncherHome, sessions: 'latest' | 'recent') =>
  runWords('handoff-context', ['--project', home.root, '--json', '--sessions', sessions], {
    ...home.environment,
  });

const iso = (hour: number): string => new Date(hour * 3_600_000).toISOString();

it('begins with the newest conversation as it is without the others, and adds their turns', async () => {
  await using home = await aProject();
  await home.turns('job', 3, (n) => ({ request: `step ${n}`, answer: `step ${n} done` }));
  await home.turn('short', 'what time is it?', 'noon', 10);
  const latest = await contextOf(home, 'latest');
  const { context, sessions, ...rest } = await contextOf(home, 'recent');
  expect(rest).toEqual({
    schema: 'throughline.handoff_context.v1',
    status: 'ready',
    sessionId: 'short',
  });
  expect(latest.sessions).toBeUndefined();
  const [first, past = ''] = String(context).split(/\n\n(?=<throughline-memory id="tl-\w+-past">)/);
  expect(first).toBe(latest.context);
  expect(past).toMatch(/step 1 done[\s\S]*step 2 done[\s\S]*step 3 done/);
  expect(past).toContain('The next message is no answer to them');
  expect(sessions).toEqual([
    {
      sessionId: 'short',
      role: 'current',
      firstTurnAt: iso(10),
      lastTurnAt: iso(10),
      turns: 1,
      includedTurns: 1,
    },
    {
      sessionId: 'job',
      role: 'past',
      firstTurnAt: iso(1),
      lastTurnAt: iso(3),
      turns: 3,
      includedTurns: 3,
    },
  ]);
});

it('gives whole turns, newest first, and a command for those that do not fit', async () => {
  await using home = await aProject();
  await home.turn('older', 'long ago', 'it was done', 1);
  const step = (n: number) => ({ request: `step ${n}`, answer: `done ${n} `.repeat(200) });
  await home.turns('job', 9, step, 2);
  await home.turn('short', 'hello', 'hi', 20);
  const { context, sessions } = await contextOf(home, 'recent');
  const text = String(context);
  expect(text.length).toBeLessThanOrEqual(9500);
  expect(sessions).toMatchObject([
    { sessionId: 'short' },
    { sessionId: 'job', turns: 9, includedTurns: expect.toSatisfy((n: number) => n > 1 && n < 9) },
    { sessionId: 'older', turns: 1, includedTurns: 0 },
  ]);
  const shown = [...text.matchAll(/user: step (\d)/g)].map(([, step]) => Number(step));
  expect(shown).toEqual(hours(9).slice(-shown.length));
  const oldest = /\[#(\d+) [^\]]+\] user: step/.exec(text)?.[1];
  const left = 9 - shown.length;
  expect(text).toContain(`recall --session job --before ${oldest} --last ${left}`);
  expect(text).toContain('recall --session older --last 1');
  expect(text).not.toContain('it was done');
});

it('only names earlier ones where the newest is not whole, at most five and that there are more', async () => {
  await using home = await aProject();
  for (const hour of hours(7)) await home.turn(`old-${hour}`, 'a request', 'an answer', hour);
  await home.turn('now', 'go', 'so it is. '.repeat(900), 100);
  await home.turn('now', 'go on', 'done', 101);
  const { context, sessions } = await contextOf(home, 'recent');
  const text = String(context);
  expect(text.length).toBeLessThanOrEqual(9500);
  expect(text).not.toContain('an answer');
  expect(sessions).toMatchObject([
    { sessionId: 'now' },
    ...[7, 6, 5, 4, 3].map((hour) => ({ sessionId: `old-${hour}`, includedTurns: 0 })),
  ]);
  expect(text).toContain('Older ones are not listed here');
});

it('adds nothing where there is nothing earlier', async () => {
  await using home = await aProject();
  await home.turn('s', 'one', 'first');
  const latest = await contextOf(home, 'latest');
  const { sessions: _, ...recent } = await contextOf(home, 'recent');
  expect(recent).toEqual(latest);
});

it('gives a turn once, in the newest conversation that remembers it', async () => {
  await using home = await aProject();
  await home.turn('a', 'one', 'the first', 1);
  await home.turn('b', 'two', 'the second', 3);
  await home.change((db) => {
    const upTo = turnsUntil(db, 'a', null, 1)[0] ?? null;
    saveLink(db, 'b', { predecessor: 'a', upTo, why: 'clear' }, 3);
  });
  await home.turn('a', 'three', 'resumed', 2);
  const { context, sessions } = await contextOf(home, 'recent');
  expect(String(context).match(/: the first$/gm)).toHaveLength(1);
  expect(sessions).toMatchObject([
    { sessionId: 'b', turns: 2, includedTurns: 2, firstTurnAt: iso(1) },
    { sessionId: 'a', turns: 1, includedTurns: 1, firstTurnAt: iso(2) },
  ]);
});
