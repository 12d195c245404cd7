import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { deserialize } from 'node:v8';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { testEngine } from '../store/test-engine.ts';
import { size, start } from './children.ts';
import type { DiskOperation } from './disk-operation.ts';
import { type Finding, findingsAfter, historiesAt } from './power-audit.ts';
import { survivors, wholeFiles } from './power-cut.ts';
import { pick, type Random, seeded } from './random.ts';

const engine = await testEngine();
const cuts = size('THROUGHLINE_CRASH_POWER_CUTS', { usual: 150, small: 40 });
const seed = size('THROUGHLINE_CRASH_SEED', { usual: Date.now() % 2 ** 31 });
const TRANSACTIONS = 40;

type Log = readonly DiskOperation[];

interface Recording {
  readonly log: Log;
  /** The files of the run, each as it was at the end. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

async function record(pragmas = ''): Promise<Recording> {
  await using directory = await createFixture({ data: {} });
  const data = realpathSync(directory.getPath('data'));
  const log = directory.getPath('log');
  const writer = start('recorded-writer', [data, log, TRANSACTIONS, pragmas]);
  expect(await writer.ended, writer.output()).toBe(0);
  const operations = deserialize(readFileSync(log)) as Log;
  const names = [...wholeFiles(operations).keys()];
  const files = new Map(
    names.map((name) => [name, new Uint8Array(readFileSync(join(data, name)))]),
  );
  return { log: operations, files };
}

interface Outcome {
  readonly findings: readonly Finding[];
  /** Cuts that left a journal to roll back. */
  readonly hot: number;
}

/** @param enough stops after so many findings */
async function cutPower(
  log: Log,
  count: number,
  enough = Number.POSITIVE_INFINITY,
): Promise<Outcome> {
  await using directory = await createFixture({});
  const random = seeded(seed);
  const findings: Finding[] = [];
  let hot = 0;
  for (let done = 0; done < count && findings.length < enough; done++) {
    const cut = momentIn(log, random);
    const left = survivors(log.slice(0, cut), random);
    hot += Number((left.get('memory.db-tlj')?.length ?? 0) > 512);
    for (const history of historiesAt(log, cut)) {
      findings.push(...findingsAfter(engine, directory.path, left, history));
    }
  }
  return { findings, hot };
}

/** Most operations are writes; every other moment is one at which the disk was asked for more. */
function momentIn(log: Log, random: Random): number {
  const turns = log.flatMap(({ type }, index) => (type === 'write' ? [] : [index, index + 1]));
  return random() < 0.5 ? pick(random, turns) : Math.floor(random() * (log.length + 1));
}

const { log, files } = await record();

// Windows cannot sync directories.
describe.skipIf(process.platform === 'win32')('a power cut', () => {
  it('is simulated from all there was asked of the disk', () => {
    expect(wholeFiles(log)).toEqual(files);
    const types = [...new Set(log.map(({ type }) => type))].sort();
    // A journal is emptied, never removed.
    expect(types).toEqual([
      'acknowledge',
      'create',
      'rename',
      'sync',
      'sync-directory',
      'truncate',
      'write',
    ]);
  });

  it(`at ${cuts} random moments loses nothing that was acknowledged`, async () => {
    const { findings, hot } = await cutPower(log, cuts);
    expect(findings, `THROUGHLINE_CRASH_SEED=${seed}`).toEqual([]);
    expect(hot).toBeGreaterThan(0);
  });

  it.for([
    ['of the journal', /^memory\.db-tlj$/],
    ['of the database', /^memory\.db$/],
    ['of a copy', /^copy\.db/],
  ] as const)('is found to do damage when the syncs %s are left out', async ([, name]) => {
    const unsynced = new Set(
      log.flatMap((operation) =>
        operation.type === 'create' && name.test(operation.name) ? [operation.file] : [],
      ),
    );
    const without = log.filter((each) => each.type !== 'sync' || !unsynced.has(each.file));
    const { findings } = await cutPower(without, 1000, 1);
    expect(findings).not.toEqual([]);
  });

  it('is found to do damage when the syncs of the directory are left out', async () => {
    const without = log.filter(({ type }) => type !== 'sync-directory');
    const { findings } = await cutPower(without, 1000, 1);
    expect(findings).not.toEqual([]);
  });

  it('is found to do damage with synchronous=NORMAL', async () => {
    const careless = await record('PRAGMA synchronous = NORMAL');
    const { findings } = await cutPower(careless.log, 1000, 1);
    expect(findings).not.toEqual([]);
  });
});
