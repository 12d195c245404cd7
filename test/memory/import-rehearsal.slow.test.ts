import process from 'node:process';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { chooseTranscripts } from '../../src/cli/import-choice.ts';
import { spell } from '../../src/core/session.ts';
import { rehearsedImport } from '../../src/memory/import-rehearsal.ts';
import { type ImportTarget, ImportWriter } from '../../src/memory/import-writer.ts';
import { importTranscripts, type TranscriptToImport } from '../../src/memory/transcript-import.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { scratchDatabase } from '../../src/store/open.ts';
import { setSessionOff } from '../../src/store/sessions.ts';
import { environmentIn } from '../registration/environment.ts';
import { openMemory } from '../store/memory-fixture.ts';
import { testEngine } from '../store/test-engine.ts';
import { layRecordings, RECORDED_SESSIONS } from '../transcripts/recorded-home.ts';
import { exported, hashWith, imported, rehearsed } from './export-round.ts';
import { OriginalDatabase } from './original-database.ts';
import { fillOriginal } from './original-of-recordings.ts';
import { takeOverInto, targetOn, testHash } from './takeover-target.ts';

/** What happened before: to the whole memory, or to one conversation. */
const events = fc.array(
  fc.record({
    what: fc.constantFrom('takeover', 'import', 'killed import', 'forgotten', 'off'),
    session: fc.constantFrom(...RECORDED_SESSIONS),
  }),
  { maxLength: 6 },
);
type Event = ReturnType<typeof events.generate>['value'][number];

/** @param slices after which it is killed */
function importInto(
  target: ImportTarget,
  transcripts: readonly TranscriptToImport[],
  slices = Number.POSITIVE_INFINITY,
) {
  const sink = new ImportWriter(target, 4000);
  let left = slices;
  for (const _step of importTranscripts(transcripts, sink, { hash: testHash, slice: 4000 })) {
    left -= 1;
    if (left <= 0) break;
  }
  return { ...sink.counts, unreadable: sink.unreadable };
}

const dump = (db: SqlConnection) => db.all('SELECT * FROM turns ORDER BY id');

it('a dry run counts what a run counts, and changes nothing', { timeout: 300_000 }, async () => {
  await using machine = await createFixture({ original: {} });
  const environment = environmentIn(machine.path);
  layRecordings(environment.home);
  const everything = { hosts: null, root: null, since: 0 };
  const found = chooseTranscripts(everything, environment).flatMap((host) => host.transcripts);
  using original = new OriginalDatabase(machine.getPath('original/throughline.db'));
  fillOriginal(original, found);
  const happen = (db: SqlConnection, { what, session }: Event): void => {
    const of = found.filter(({ session: ref }) => spell(ref) === session);
    if (what === 'takeover') takeOverInto(db, original.path);
    if (what === 'import') importInto(targetOn(db), of);
    if (what === 'killed import') importInto(targetOn(db), of, 1);
    if (what === 'forgotten') forgetTurns(db, session);
    if (what === 'off') setSessionOff(db, session, 1);
  };
  const engine = await testEngine();
  await fc.assert(
    fc.asyncProperty(events, fc.shuffledSubarray(found), async (story, chosen) => {
      await using directory = await createFixture({});
      using db = await openMemory(directory.path);
      for (const event of story) happen(db, event);
      const before = dump(db);
      const scratch = scratchDatabase(engine, migrations);
      const rehearsed = importInto(rehearsedImport(targetOn(db), scratch, testHash), chosen);
      scratch.close();
      expect(dump(db)).toEqual(before);
      expect(rehearsed).toEqual(importInto(targetOn(db), chosen));
    }),
    { numRuns: Number(process.env.THROUGHLINE_PROPERTY_RUNS ?? 25) },
  );
});

it('a fork that only repeats its parent is no new conversation', async () => {
  await using machine = await createFixture({});
  const environment = environmentIn(machine.path);
  layRecordings(environment.home);
  const found = chooseTranscripts({ hosts: ['claude'], root: null, since: 0 }, environment);
  const parent = found[0]?.transcripts.find(({ session }) => session.id === 'c-parent');
  if (parent === undefined) throw new Error('no parent');
  const fork = { ...parent, session: { host: 'claude', id: 'copy' } } as const;
  const copyPath = machine.getPath('copy.jsonl');
  await machine.writeFile(
    'copy.jsonl',
    await machine.readFile(parent.path.slice(machine.path.length)),
  );
  using db = await openMemory(machine.path);
  importInto(targetOn(db), [parent]);
  expect(importInto(targetOn(db), [{ ...fork, path: copyPath }])).toMatchObject({
    sessions: 0,
    turns: 0,
  });
  expect(db.all('SELECT id FROM sessions')).toEqual([{ id: 'c-parent' }]);
});

it('a dry run of an export counts what its import counts, and changes nothing', {
  timeout: 300_000,
}, async () => {
  await using machine = await createFixture({ original: {} });
  const environment = environmentIn(machine.path);
  layRecordings(environment.home);
  const everything = { hosts: null, root: null, since: 0 };
  const found = chooseTranscripts(everything, environment).flatMap((host) => host.transcripts);
  using original = new OriginalDatabase(machine.getPath('original/throughline.db'));
  fillOriginal(original, found);
  const happen = (db: SqlConnection, { what, session }: Event): void => {
    const of = found.filter(({ session: ref }) => spell(ref) === session);
    if (what === 'takeover') takeOverInto(db, original.path);
    if (what === 'import') importInto(targetOn(db), of);
    if (what === 'killed import') importInto(targetOn(db), of, 1);
    if (what === 'forgotten') forgetTurns(db, session);
    if (what === 'off') setSessionOff(db, session, 1);
  };

  const engine = await testEngine();
  await fc.assert(
    fc.asyncProperty(events, events, fc.boolean(), async (story, other, sameKey) => {
      await using directory = await createFixture({ a: {}, b: {} });
      using db = await openMemory(directory.getPath('a'));
      using from = await openMemory(directory.getPath('b'));
      for (const event of story) happen(db, event);
      for (const event of other) happen(from, event);
      importInto(targetOn(from), found);
      const lines = exported(from, testHash);
      const hash = sameKey ? testHash : hashWith('other');
      const before = dump(db);
      const scratch = scratchDatabase(engine, migrations);
      const dry = rehearsed(db, lines, hash, scratch);
      scratch.close();
      expect(dump(db)).toEqual(before);
      expect(dry).toEqual(imported(db, lines, hash));
    }),
    { numRuns: Number(process.env.THROUGHLINE_PROPERTY_RUNS ?? 25) },
  );
});
