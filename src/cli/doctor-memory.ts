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
import { asIs, type Finding, failed, passed, warned } from './doctor-check.ts';
import { memoryFailure } from './memory-failure.ts';
import { PERSON_WAIT_MS } from './read-patience.ts';
import type { Said } from './words.ts';

const TWO_DAYS = 48 * 3_600_000;

/** The database: whether it can be used, is sound, has a copy, and what became of a damaged one. */
export function memoryChecks(
  engine: SqlEngine,
  layout: DataLayout,
  now: number,
): readonly Finding[] {
  const file = statSync(layout.database, { throwIfNoEntry: false });
  if (file === undefined) {
    return [passed('database', ({ doctor }) => doctor.noMemory), ...recoveryCheck(layout, now)];
  }
  return [
    opening(engine, layout),
    integrity(engine, layout),
    backup(layout, file.birthtimeMs, now),
    ...recoveryCheck(layout, now),
  ];
}

function opening(engine: SqlEngine, { database }: DataLayout): Finding {
  try {
    const found = readDatabase(engine, database, totals, { waitMs: PERSON_WAIT_MS, migrations });
    if (found === undefined)
      return passed('database', ({ doctor }) => doctor.emptyMemory(database));
    const size = byteSize(statSync(database).size);
    const { schemaVersion: schema, sessions, turns } = found;
    return passed('database', ({ doctor }) => doctor.memory({ schema, sessions, turns, size }));
  } catch (error) {
    if (error instanceof DatabaseOlderError) {
      return warned('database', asIs(error.message), ({ doctor }) => doctor.hooksKeepTurns);
    }
    const todo: Said | null =
      error instanceof DatabaseDamagedError ? ({ doctor }) => doctor.nextTurnRepairs : null;
    return failed('database', asIs(reason(error, database)), todo);
  }
}

function integrity(engine: SqlEngine, { database }: DataLayout): Finding {
  try {
    const problem = engine.quickCheck(database);
    if (problem === undefined) return passed('integrity', ({ doctor }) => doctor.sound);
    return failed('integrity', asIs(problem), ({ doctor }) => doctor.repairedFromCopy);
  } catch (error) {
    const why = reason(error, database);
    return warned('integrity', ({ doctor }) => doctor.unchecked(why));
  }
}

function reason(error: unknown, path: string): string {
  const known = memoryFailure(error, path);
  if (known instanceof UserError) return known.message;
  throw error;
}

function backup(layout: DataLayout, born: number, now: number): Finding {
  const [newest] = backupsOf(layout);
  if (newest !== undefined) {
    const text: Said = ({ doctor, facts }) =>
      doctor.lastCopy(facts.ago(facts.span(now - newest.at)), newest.path);
    const isOld = now - newest.at > TWO_DAYS;
    return isOld
      ? warned('backup', text, ({ doctor }) => doctor.newCopyAtStart)
      : passed('backup', text);
  }
  const text: Said = ({ doctor }) => doctor.noCopy;
  return now - born > TWO_DAYS ? warned('backup', text) : passed('backup', text);
}

/** Told as long as the damaged file is kept. */
function recoveryCheck(layout: DataLayout, now: number): readonly Finding[] {
  const record = readRecovery(layout);
  if (record === null || (record.state !== 'restoring' && !existsSync(record.kept))) return [];
  const { problem, state, from, kept } = record;
  return [
    warned(
      'recovery',
      ({ doctor, facts }) => {
        const ago = facts.ago(facts.span(now - Date.parse(record.at)));
        return doctor.damaged({ ago, problem, state, from });
      },
      ({ doctor }) => doctor.deleteKept(kept),
    ),
  ];
}
