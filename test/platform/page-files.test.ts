import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { dataLayout, sessionDirectory } from '../../src/platform/data-layout.ts';
import { namesIn } from '../../src/platform/directory-names.ts';
import { leavePages, takePage } from '../../src/platform/page-files.ts';
import {
  removeAllPages,
  removeIdleSessions,
  removePending,
  writePending,
} from '../../src/platform/session-marks.ts';

const session = { host: 'claude', id: 's' } as const;
const pending = {
  bornAt: 1,
  source: 'clear',
  predecessor: null,
  root: '/p',
  directory: '/p',
  offer: { mark: 'tl-1', promptId: 'p1', at: 1 },
};

async function withSession() {
  const fixture = await createFixture({});
  const layout = dataLayout(fixture.path);
  writePending(layout, session, pending);
  const left = (): readonly string[] => namesIn(sessionDirectory(layout, session)).toSorted();
  return { layout, left, [Symbol.asyncDispose]: () => fixture.rm() };
}
const two = new Map([
  [2, { text: 'second', notice: null }],
  [3, { text: 'third', notice: 'told' }],
]);

it('gives each entry its block once', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  const taken = [2, 3, 2, 1].map((page) => takePage(home.layout, session, page, 'p1'));
  expect(taken).toMatchObject([two.get(2), two.get(3), null, null]);
  expect(home.left()).toEqual(['pending.json']);
});

it('gives no block of an offer to another prompt', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  expect(takePage(home.layout, session, 2, 'p2')).toBeNull();
});

it('gives a block where the host names no prompts', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, null, two);
  expect(takePage(home.layout, session, 2, null)).toMatchObject({ text: 'second' });
});

it('keeps no block of an earlier offer', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  leavePages(home.layout, session, 'p2', new Map([[2, { text: 'other', notice: null }]]));
  expect(home.left()).toEqual(['page-2.json', 'pending.json']);
});

it('removes them with what was pending', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  removePending(home.layout, session);
  expect(home.left()).toEqual([]);
});

it('removes what a killed call has left of one, and what nobody asked for in a day', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  const torn = join(sessionDirectory(home.layout, session), '.page-4.json.1-x.tmp');
  writeFileSync(torn, 'said');
  removeIdleSessions(home.layout, new Set(), Date.now() + 2000, 1000);
  expect(home.left()).toEqual(['pending.json']);
});

it('removes those of all sessions', async () => {
  await using home = await withSession();
  leavePages(home.layout, session, 'p1', two);
  removeAllPages(home.layout);
  expect(home.left()).toEqual(['pending.json']);
});
