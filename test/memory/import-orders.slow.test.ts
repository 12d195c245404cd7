import process from 'node:process';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { chooseTranscripts } from '../../src/cli/import-choice.ts';
import { spell } from '../../src/core/session.ts';
import { ImportWriter } from '../../src/memory/import-writer.ts';
import { importTranscripts, type TranscriptToImport } from '../../src/memory/transcript-import.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { environmentIn } from '../registration/environment.ts';
import { openMemory } from '../store/memory-fixture.ts';
import { layRecordings } from '../transcripts/recorded-home.ts';
import { OriginalDatabase } from './original-database.ts';
import { codex, FORK, fillOriginal, OLD, PARENT } from './original-of-recordings.ts';
import { memoryOf, takeOverInto, targetOn, testHash } from './takeover-target.ts';

/** Claude's fork repeats its parent's rows, so whoever reads both reads the parent first (ADR 16). */
const EVENTS = ['takeover', 'claude', OLD, codex.parent, codex.fork] as const;
type Event = (typeof EVENTS)[number];

const orders = fc.shuffledSubarray([...EVENTS, ...EVENTS], { minLength: 0 });

const WANTED: Readonly<Record<Exclude<Event, 'takeover'>, readonly string[]>> = {
  claude: [PARENT, FORK],
  [OLD]: [OLD],
  [codex.parent]: [codex.parent],
  [codex.fork]: [codex.fork],
};

function importInto(db: SqlConnection, transcripts: readonly TranscriptToImport[]): void {
  const sink = new ImportWriter(targetOn(db), 4000);
  for (const _step of importTranscripts(transcripts, sink, { hash: testHash, slice: 4000 })) {
    /* to its end */
  }
}

const stateOf = (db: SqlConnection) => ({
  sessions: db.all(
    `SELECT id, transcript_path, project_root, first_cwd, unattended, parent_id, created_at, updated_at
     FROM sessions ORDER BY id`,
  ),
  links: db.all(
    'SELECT successor_id, predecessor_id, why, up_to_started_at, up_to_number FROM links ORDER BY 1',
  ),
  turns: [PARENT, FORK, OLD, codex.parent, codex.fork].map((id) => memoryOf(db, id)),
});

it('sessions, parents, links and turns are the same in whatever order transcripts and the original are read', {
  timeout: 120_000,
}, async () => {
  await using machine = await createFixture({ original: {} });
  const environment = environmentIn(machine.path);
  layRecordings(environment.home);
  const everything = { hosts: null, root: null, since: 0 };
  const found = chooseTranscripts(everything, environment).flatMap(
    ({ transcripts }) => transcripts,
  );
  using original = new OriginalDatabase(machine.getPath('original/throughline.db'));
  fillOriginal(original, found);
  const happen = (db: SqlConnection, event: Event): void => {
    if (event === 'takeover') takeOverInto(db, original.path);
    else
      importInto(
        db,
        found.filter(({ session }) => WANTED[event]?.includes(spell(session)) === true),
      );
  };
  const after = async (story: readonly Event[]) => {
    await using directory = await createFixture({});
    using db = await openMemory(directory.path);
    for (const event of story) happen(db, event);
    return stateOf(db);
  };
  const usual = await after([...EVENTS].reverse());
  expect(usual.links).toHaveLength(3);
  await fc.assert(
    fc.asyncProperty(orders, async (story) => {
      const whole = [...story, ...EVENTS.filter((event) => !story.includes(event))];
      expect(await after(whole)).toEqual(usual);
    }),
    { numRuns: Number(process.env.THROUGHLINE_PROPERTY_RUNS ?? 20) },
  );
});
