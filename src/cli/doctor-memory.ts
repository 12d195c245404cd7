import { existsSync, statSync } from 'node:fs';
import { byteSize } from '../core/byte-size.ts';
import { UserError } from '../core/user-error.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { readRecovery } from '../platform/recovery-record.ts';
import { backupsOf } from '../store/backup.ts';
import type { SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError, DatabaseOlderError } from '../store/errors.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { totals } from '../store/totals.ts';
import { type Check, failed, passed, span, warned } from './doctor-check.ts';
import { memoryFailure } from './memory-failure.ts';
import { PERSON_WAIT_MS } from './read-patience.ts';

const TWO_DAYS = 48 * 3_600_000;

/** The database: whether it can be used, is sound, has a copy, and what became of a damaged one. */
export function memoryChecks(engine: SqlEngine, layout: DataLayout, now: number): readonly Check[] {
  const file = statSync(layout.database, { throwIfNoEntry: false });
  if (file === undefined) {
    return [passed('database', 'no memory yet'), ...recoveryCheck(layout, now)];
  }
  return [
    opening(engine, layout),
    integrity(engine, layout),
    backup(layout, file.birthtimeMs, now),
    ...recoveryCheck(layout, now),
  ];
}

function opening(engine: SqlEngine, { database }: DataLayout): Check {
  try {
    const found = readDatabase(engine, database, totals, { waitMs: PERSON_WAIT_MS, migrations });
    if (found === undefined) return passed('database', `${database} is empty`);
    const size = byteSize(statSync(database).size);
    const text = `schema ${found.schemaVersion}, ${found.sessions} sessions, ${found.turns} turns, ${size}`;
    return passed('database', text);
  } catch (error) {
    if (error instanceof DatabaseOlderError) {
      return warned('database', error.message, 'nothing; hooks keep their turns meanwhile');
    }
    const todo =
      error instanceof DatabaseDamagedError ? 'nothing; the next turn that ends repairs it' : null;
    return failed('database', reason(error, database), todo);
  }
}

function integrity(engine: SqlEngine, { database }: DataLayout): Check {
  try {
    const problem = engine.quickCheck(database);
    if (problem === undefined) return passed('integrity', 'every page was read and is sound');
    return failed('integrity', problem, 'nothing; it is repaired from a copy and the transcripts');
  } catch (error) {
    return warned('integrity', `could not be checked: ${reason(error, database)}`);
  }
}

function reason(error: unknown, path: string): string {
  const known = memoryFailure(error, path);
  if (known instanceof UserError) return known.message;
  throw error;
}

function backup(layout: DataLayout, born: number, now: number): Check {
  const [newest] = backupsOf(layout);
  if (newest !== undefined) {
    const text = `last copy ${span(now - newest.at)} ago (${newest.path})`;
    const isOld = now - newest.at > TWO_DAYS;
    return isOld
      ? warned('backup', text, 'a new one is made when a session starts')
      : passed('backup', text);
  }
  const text = 'no copy yet; the first is made when a session starts';
  return now - born > TWO_DAYS ? warned('backup', text) : passed('backup', text);
}

/** Told as long as the damaged file is kept. */
function recoveryCheck(layout: DataLayout, now: number): readonly Check[] {
  const record = readRecovery(layout);
  if (record === null || (record.state !== 'restoring' && !existsSync(record.kept))) return [];
  const ago = span(now - Date.parse(record.at));
  const source = record.from === null ? 'a new one was begun' : `${record.from} was put back`;
  const missing =
    record.from === null
      ? 'Turns whose transcripts are gone may be missing, and which session goes on from which'
      : 'What is newer than that copy and in no transcript may be missing';
  const progress = {
    restoring: 'it is being put back',
    rereading: `${source}, transcripts are being read again`,
    done: `${source}, transcripts were read again`,
  }[record.state];
  const text = `the memory was damaged ${ago} ago (${record.problem}); ${progress}. ${missing}`;
  const todo = `nothing; delete ${record.kept} when you need it no more (it may hold what you have forgotten since)`;
  return [warned('recovery', text, todo)];
}
