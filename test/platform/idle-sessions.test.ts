import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { spell } from '../../src/core/session.ts';
import { dataLayout, sessionDirectory } from '../../src/platform/data-layout.ts';
import {
  type PendingHandoff,
  removeIdleSessions,
  sessionDirectories,
  writeDecision,
  writeOpenMark,
  writePending,
} from '../../src/platform/session-marks.ts';

const DAY = 24 * 3_600_000;
const session = { host: 'claude', id: 's' } as const;
const place = { root: '/p', directory: '/p' };
const unused: PendingHandoff = {
  bornAt: 1,
  source: 'startup',
  predecessor: null,
  offer: null,
  ...place,
};
const offer = { mark: 'tl-1', promptId: 'p1', at: 1 };

async function aSession(pending: Partial<PendingHandoff> = {}) {
  const fixture = await createFixture({});
  const layout = dataLayout(fixture.path);
  writePending(layout, session, { ...unused, ...pending });
  writeDecision(layout, session, { what: 'memory', at: 1, ...place });
  const isLeftAfter = (days: number, live: readonly string[] = []): boolean => {
    removeIdleSessions(layout, new Set(live), Date.now() + days * DAY, DAY);
    return sessionDirectories(layout).length > 0;
  };
  return { layout, isLeftAfter, [Symbol.asyncDispose]: () => fixture.rm() };
}

it.for([
  ['nothing was typed into', {}, 9, 11],
  ['a reminder is owed to', { source: 'compact' }, 9, 11],
  ['has a predecessor', { source: 'clear', predecessor: 'before' }, 29, 31],
  ['was offered what did not arrive', { offer }, 29, 31],
  ['is owed a memory behind its first turn', { late: true }, 29, 31],
] as const)('the marks of a session that %s go at last', async ([, pending, kept, gone]) => {
  await using home = await aSession(pending);
  expect(home.isLeftAfter(kept)).toBe(true);
  expect(home.isLeftAfter(gone)).toBe(false);
});

it('stay as long as a window is on the session, or a prompt of it is open', async () => {
  await using home = await aSession();
  expect(home.isLeftAfter(400, [spell(session)])).toBe(true);
  const open = {
    session: 's',
    promptId: 'p',
    promptHash: 'h',
    queued: false,
    at: 1,
    process: null,
  };
  writeOpenMark(home.layout, session, { ...open, transcriptPath: null, ...place });
  expect(home.isLeftAfter(400)).toBe(true);
});

it('go although a killed hook left a part of one', async () => {
  await using home = await aSession({ offer });
  writeFileSync(join(sessionDirectory(home.layout, session), '.pending.json.1-x.tmp'), '{');
  expect(home.isLeftAfter(31)).toBe(false);
});
