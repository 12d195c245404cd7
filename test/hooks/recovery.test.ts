import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { maintain } from '../../src/hooks/maintenance.ts';
import { fileAt, recover } from '../../src/hooks/recovery.ts';
import {
  accessStore,
  type StoreAccess,
  UNHURRIED,
  withDatabase,
} from '../../src/hooks/store-access.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { readFailures } from '../../src/platform/failures.ts';
import { readMaintenance } from '../../src/platform/maintenance-mark.ts';
import { readRecovery } from '../../src/platform/recovery-record.ts';
import { backupsOf, makeBackup } from '../../src/store/backup.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { DatabaseBusyError, DatabaseDamagedError } from '../../src/store/errors.ts';
import { findSession, listSessions, noteSession, setSessionOff } from '../../src/store/sessions.ts';
import { ClaudeTranscript } from '../e2e/claude-transcript.ts';

const DAY = 24 * 3_600_000;

async function accessIn(path: string, patience = UNHURRIED): Promise<StoreAccess> {
  const root = join(path, 'data');
  const environment = readEnvironment({ dataDirectory: root, script: null, version: '0' });
  return accessStore({ environment, layout: dataLayout(root) }, patience);
}

const note = (access: StoreAccess, id: string, transcriptPath: string | null = null): void =>
  withDatabase(access, (db) => {
    noteSession(db, {
      ref: { host: 'claude', id },
      transcriptPath,
      projectRoot: '/p',
      cwd: '/p',
      window: null,
      unattended: false,
      at: 1000,
    });
  });

const idsIn = (db: SqlConnection): readonly string[] =>
  listSessions(db, null, 100)
    .map(({ id }) => id)
    .sort();

const sessionsOf = (access: StoreAccess): readonly string[] => withDatabase(access, idsIn);

/** A copy as the maintenance made it some days ago. */
function backUp({ engine, layout }: StoreAccess, daysAgo: number): string {
  const at = Date.now() - daysAgo * DAY;
  const outcome = makeBackup(engine, layout, { now: at, waitMs: 0 });
  if (outcome.kind !== 'made') throw new Error(outcome.kind);
  utimesSync(outcome.path, new Date(at), new Date(at));
  return outcome.path;
}

const garbage = (path: string): void => writeFileSync(path, 'x'.repeat(8192));
/** The damage is found by a statement, not at open. */
function zap(path: string): void {
  const bytes = readFileSync(path);
  bytes.fill(0xaa, 4096);
  writeFileSync(path, bytes);
}

describe('a damaged memory', () => {
  it.for([
    ['overwritten', garbage],
    ['cut', (path: string) => truncateSync(path, 6000)],
    ['emptied', (path: string) => truncateSync(path, 0)],
    ['with damaged pages', zap],
  ] as const)('is replaced by the newest copy: %s', async ([, damage]) => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    backUp(access, 2);
    note(access, 'b');
    const newest = backUp(access, 1);
    damage(access.layout.database);
    note(access, 'c');
    expect(sessionsOf(access)).toEqual(['a', 'b', 'c']);
    expect(readRecovery(access.layout)).toMatchObject({ state: 'rereading', from: newest });
  });

  it('is replaced by an older copy when the newest is damaged too', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    const older = backUp(access, 2);
    note(access, 'b');
    zap(backUp(access, 1));
    garbage(access.layout.database);
    expect(sessionsOf(access)).toEqual(['a']);
    expect(readRecovery(access.layout)).toMatchObject({ from: older });
  });

  it('is kept with its bytes, counted, and maintenance is asked for', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    garbage(access.layout.database);
    expect(sessionsOf(access)).toEqual([]);
    const { kept = '', from } = readRecovery(access.layout) ?? {};
    expect(from).toBeNull();
    expect(readFileSync(kept, 'utf8')).toBe('x'.repeat(8192));
    expect(readFailures(access.layout)).toMatchObject({ database_damaged: { count: 1 } });
    expect(readMaintenance(access.layout)).toMatchObject({ requested: true });
  });

  it('is replaced once when two hooks notice at the same moment', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    garbage(access.layout.database);
    const seen = fileAt(access.layout.database);
    recover(access, seen, new DatabaseDamagedError('first'));
    note(access, 'b');
    recover(access, seen, new DatabaseDamagedError('second'));
    expect(sessionsOf(access)).toEqual(['b']);
    expect(readFailures(access.layout)).toMatchObject({ database_damaged: { count: 1 } });
  });

  it('whose copy is too large for a hook is replaced by the maintenance', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    backUp(access, 1);
    garbage(access.layout.database);
    const hurried = await accessIn(directory.path, { ...UNHURRIED, largestRestore: 10 });
    expect(() => sessionsOf(hurried)).toThrow(DatabaseBusyError);
    expect(() => sessionsOf(hurried)).toThrow(DatabaseBusyError);
    maintain(access);
    expect(readMaintenance(access.layout)).toBeNull();
    expect(sessionsOf(hurried)).toEqual(['a']);
    expect(readRecovery(access.layout)).toMatchObject({ state: 'done' });
    expect(readFailures(access.layout)).toMatchObject({ database_damaged: { count: 1 } });
  });

  it('that is a link is neither used nor repaired, and left as it is', async () => {
    await using directory = await createFixture({ elsewhere: {}, data: {} });
    const real = directory.getPath('elsewhere/real.db');
    const access = await accessIn(directory.path);
    garbage(real);
    const before = readFileSync(real);
    symlinkSync(real, access.layout.database);
    expect(() => note(access, 'a')).toThrow(/is a link/);
    expect(readFileSync(real).equals(before)).toBe(true);
    expect(readlinkSync(access.layout.database)).toBe(real);
  });

  it('tells what was switched off and which conversations there were, where that is legible', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    const transcript = new ClaudeTranscript(directory.getPath('t/b.jsonl'), 'b', '/p');
    transcript.ask('one', 'p1');
    transcript.say('first');
    note(access, 'a');
    note(access, 'b', transcript.path);
    withDatabase(access, (db) => setSessionOff(db, 'a', 1000));
    const file = fileAt(access.layout.database);
    recover(access, file, new DatabaseDamagedError('an index'));
    maintain(access);
    const found = withDatabase(access, (db) => [
      findSession(db, 'a')?.off,
      listSessions(db, null, 9).find(({ id }) => id === 'b')?.turns,
    ]);
    expect(found).toEqual([true, 1]);
  });
});

describe('the daily copy', () => {
  it('is made with the check, is private, and three are kept', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    for (const days of [5, 4, 3, 2]) backUp(access, days);
    maintain(access);
    const [newest, ...others] = backupsOf(access.layout);
    expect(others).toHaveLength(2);
    expect(newest?.at).toBeGreaterThan(Date.now() - 60_000);
    expect(statSync(newest?.path ?? '').mode & 0o777).toBe(0o600);
  });

  it('is not made of a damaged memory, which is replaced instead', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    const good = backUp(access, 3);
    withDatabase(access, (db) => {
      db.run('CREATE TABLE ballast (x)');
      db.run('INSERT INTO ballast VALUES (zeroblob(40000))');
    });
    const bytes = readFileSync(access.layout.database);
    bytes.fill(0xaa, bytes.length - 20_000);
    writeFileSync(access.layout.database, bytes);
    maintain(access);
    expect(readRecovery(access.layout)).toMatchObject({ state: 'done', from: good });
    expect(sessionsOf(access)).toEqual(['a']);
    expect(backupsOf(access.layout).map(({ path }) => path)).toEqual([good]);
  });

  it('leaves nothing half of a copying process that was killed', async () => {
    await using directory = await createFixture({});
    const access = await accessIn(directory.path);
    note(access, 'a');
    mkdirSync(access.layout.backups, { recursive: true });
    const torn = join(access.layout.backups, 'memory.db.2026-01-01.unchecked.tmp');
    copyFileSync(access.layout.database, torn);
    backUp(access, 0);
    expect(readdirSync(access.layout.backups)).toHaveLength(1);
  });
});
