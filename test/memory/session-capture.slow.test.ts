import { globSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { Host } from '../../src/core/session.ts';
import { transcriptHosts } from '../../src/hosts/transcript-hosts.ts';
import {
  captureBacklog,
  captureTranscript,
  captureTranscriptToEnd,
} from '../../src/memory/session-capture.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { noteSession, type StoredSession } from '../../src/store/sessions.ts';
import { openMemory } from '../store/memory-fixture.ts';
import { memoryOf, testHash } from './takeover-target.ts';

const recordings = globSync('test/fixtures/{claude,codex,cursor}/*.jsonl');

const hostOf = (path: string): Host => (path.split(/[\\/]/)[2] ?? '') as Host;

const noted = (db: SqlConnection, path: string): StoredSession =>
  noteSession(db, {
    ref: { host: hostOf(path), id: 's' },
    transcriptPath: path,
    projectRoot: '/p',
    cwd: '/p',
    window: null,
    unattended: false,
    at: 1000,
  });

const meansOf = (path: string, slice: number) => ({
  source: transcriptHosts[hostOf(path)],
  hash: testHash,
  now: 9000,
  slice,
});

/** What is remembered of a recording that is read in slices of so many bytes. */
async function remembered(path: string, slice: number) {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  const session = noted(db, path);
  const { newTurns } = captureTranscriptToEnd(db, session, true, meansOf(path, slice));
  return { newTurns, turns: memoryOf(db, session.id) };
}

it.for(recordings)('%s read in slices is what it is read whole', async (path) => {
  const whole = await remembered(path, Number.POSITIVE_INFINITY);
  for (const slice of [1, 3000, 20_000]) expect(await remembered(path, slice)).toEqual(whole);
});

const LONG = 'test/fixtures/claude/claude-2.1.332-compact-resume.jsonl';

it('what is over is stored although the end is waited for', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  const session = noted(db, LONG);
  const captured = captureTranscript(db, session, () => 'wait', meansOf(LONG, 1));
  expect(captured).toBe('wait');
  expect(memoryOf(db, session.id).length).toBeGreaterThan(2);
});

it('a backlog leaves the last turns to what is reported of them', async () => {
  await using directory = await createFixture({});
  using db = await openMemory(directory.path);
  const session = noted(db, LONG);
  const means = meansOf(LONG, 20_000);
  const before = captureBacklog(db, session, means);
  const rest = captureTranscriptToEnd(db, session, true, means);
  expect(before.newTurns).toBeGreaterThan(0);
  expect(rest.newTurns).toBeGreaterThan(0);
  const whole = await remembered(LONG, Number.POSITIVE_INFINITY);
  expect(before.newTurns + rest.newTurns).toBe(whole.newTurns);
});
