import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import fc from 'fast-check';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { settleSessionOver } from '../../src/core/settlement.ts';
import { readClaudeTranscript } from '../../src/hosts/claude/transcript.ts';
import { claudeTranscripts } from '../../src/hosts/claude/transcripts.ts';
import { captureTurns } from '../../src/memory/capture.ts';
import { ImportWriter } from '../../src/memory/import-writer.ts';
import { importTranscripts } from '../../src/memory/transcript-import.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findCursor } from '../../src/store/cursors.ts';
import { noted, openMemory } from '../store/memory-fixture.ts';
import { stopOfOriginal } from './original-capture.ts';
import { OriginalDatabase } from './original-database.ts';
import { memoryOf, takeOverInto, targetOn, testHash } from './takeover-target.ts';

const fixtures = globSync('test/fixtures/claude/*.jsonl');

/** One thing that happens while a transcript grows: `share` of its lines are written then. */
interface Step {
  readonly who: 'original' | 'takeover' | 'capture' | 'import' | 'killed import';
  readonly share: number;
}

const steps = fc.array(
  fc.record({
    who: fc.constantFrom('original', 'original', 'takeover', 'capture', 'import', 'killed import'),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  { maxLength: 6 },
) as fc.Arbitrary<Step[]>;

const END: readonly Step[] = [
  { who: 'original', share: 1 },
  { who: 'takeover', share: 1 },
  { who: 'capture', share: 1 },
  { who: 'takeover', share: 1 },
  { who: 'capture', share: 1 },
  { who: 'import', share: 1 },
];

/** @param killed behind its first slice */
function importInto(db: SqlConnection, path: string, killed: boolean): void {
  const session = { host: 'claude', id: 's' } as const;
  const about = { session, path, projectRoot: '/p', cwd: '/p', attended: true, running: false };
  const times = { bornAt: 1000, changedAt: 9000 };
  const transcript = { source: claudeTranscripts, ...about, ...times, bytes: statSync(path).size };
  const sink = new ImportWriter(targetOn(db), 4000);
  for (const _step of importTranscripts([transcript], sink, { hash: testHash, slice: 4000 })) {
    if (killed) return;
  }
}

function capture(db: SqlConnection, path: string): void {
  const session = noted(db, 's');
  const reading = readClaudeTranscript(path, findCursor(db, path), testHash);
  const settlement = settleSessionOver(reading);
  db.transaction(() =>
    captureTurns(db, session, path, { reading, settlement }, { hash: testHash, now: 9000 }),
  );
}

/** What is remembered when all of it happens, and when only the transcripts are read. */
async function rememberedOf(lines: readonly string[], story: readonly Step[]) {
  await using directory = await createFixture({ both: {}, alone: {} });
  using both = await openMemory(directory.getPath('both'));
  using alone = await openMemory(directory.getPath('alone'));
  using original = new OriginalDatabase(directory.getPath('throughline.db'));
  const path = directory.getPath('s.jsonl');
  const write = (share: number): void =>
    writeFileSync(path, `${lines.slice(0, share).join('\n')}\n`);
  const act = {
    original: (share: number) => stopOfOriginal(original, 's', lines.slice(0, share), 8000),
    takeover: () => {
      takeOverInto(both, original.path);
    },
    capture: (share: number) => {
      write(share);
      capture(both, path);
      capture(alone, path);
    },
    import: (share: number) => {
      write(share);
      importInto(both, path, false);
      capture(alone, path);
    },
    'killed import': (share: number) => {
      write(share);
      importInto(both, path, true);
      capture(both, path);
      capture(alone, path);
    },
  };
  for (const { who, share } of story) act[who](Math.round(share * lines.length));
  return { both: memoryOf(both, 's'), alone: memoryOf(alone, 's') };
}

const linesOf = (file: string): readonly string[] =>
  readFileSync(file, 'utf8').trimEnd().split('\n');

const later = (uuid: string, type: 'user' | 'assistant', text: string): string =>
  JSON.stringify({
    ...{ type, uuid, parentUuid: null, timestamp: '2031-01-01T00:00:00.000Z' },
    message: { role: type, content: [{ type: 'text', text }] },
  });
const ONE_MORE = [later('u', 'user', 'one more thing'), later('a', 'assistant', 'There it is.')];

/** Ends with a summary that this old version writes as an answer: it goes when a turn follows. */
const ENDS_WITH_NO_TURN = 'claude-1.0.60-compact.jsonl';

const files = [
  ...fixtures
    .filter((file) => !file.endsWith(ENDS_WITH_NO_TURN))
    .map((file) => [file, []] as const),
  ...fixtures.map((file) => [`${file} and one more turn`, ONE_MORE] as const),
];

it.for(files)(
  '%s gives the same turns in whatever order it is taken over and read',
  { timeout: 120_000 },
  async ([name, more]) => {
    const lines = [...linesOf(name.replace(' and one more turn', '')), ...more];
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const grown = story.toSorted((a, b) => a.share - b.share);
        const { both, alone } = await rememberedOf(lines, [...grown, ...END]);
        expect(both).toEqual(alone);
      }),
      { numRuns: Number(process.env.THROUGHLINE_PROPERTY_RUNS ?? 1) },
    );
  },
);
