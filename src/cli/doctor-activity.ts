import { lstatSync } from 'node:fs';
import { counted } from '../core/counted.ts';
import { UserError } from '../core/user-error.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { namesIn } from '../platform/directory-names.ts';
import { readFailures } from '../platform/failures.ts';
import { readMaintenance } from '../platform/maintenance-mark.ts';
import { breakLock, lockOwner } from '../platform/owner-lock.ts';
import { livenessOf } from '../platform/process-identity.ts';
import { allOpenMarks } from '../platform/session-marks.ts';
import { type Check, failed, passed, span, warned } from './doctor-check.ts';
import { lockPath } from './lock-path.ts';
import { systemFailure } from './unwritable.ts';

const DAY = 24 * 3_600_000;
/** A hook holds the lock for some 20 ms, the maintenance for seconds. */
const LONG_HELD = 60_000;

/** What goes on: the lock, what waits, what failed, what was left. */
export const activityChecks = (layout: DataLayout, now: number): readonly Check[] => [
  lock(layout, now),
  spool(layout, now),
  maintenance(layout, now),
  failures(layout, now),
  openMarks(layout),
];

/**
 * Takes the lock away from a holder that cannot be judged, or is dead.
 * @throws {UserError} exit 3 when the holder is alive, or this user may not write there
 */
export function unlock(layout: DataLayout): Check {
  const path = lockPath(layout);
  const found = path === null ? undefined : lockOwner(path);
  if (path === null || found === undefined) return passed('unlock', 'there was no lock to break');
  const { owner, liveness } = found;
  if (liveness === 'alive') {
    throw new UserError(
      `Process ${owner.pid} holds the lock and is alive. End it first, or wait for it.`,
      3,
    );
  }
  const holder = `process ${owner.pid} of ${owner.hostName}`;
  return breakAt(path, layout)
    ? passed('unlock', `the lock of ${holder} was broken`)
    : passed('unlock', `the lock of ${holder} was already gone`);
}

function breakAt(path: string, layout: DataLayout): boolean {
  try {
    return breakLock(path);
  } catch (error) {
    throw systemFailure(error, layout);
  }
}

function lock(layout: DataLayout, now: number): Check {
  const path = lockPath(layout);
  const found = path === null ? undefined : lockOwner(path);
  if (path === null || found === undefined) return passed('lock', 'free');
  const { owner, liveness } = found;
  const since = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
  const age = span(now - since);
  if (liveness === 'dead') {
    return passed('lock', `left by process ${owner.pid}, which is dead; the next writer takes it`);
  }
  if (liveness === 'alive') {
    const text = `held by process ${owner.pid} for ${age}`;
    return now - since > LONG_HELD
      ? warned('lock', text, 'see what it does')
      : passed('lock', text);
  }
  const text = `held for ${age} by process ${owner.pid} of ${owner.hostName}, another container or machine: nothing is stored`;
  const todo =
    'when that is gone: doctor --unlock; when one container at a time uses this directory: config exclusive true';
  return failed('lock', text, todo);
}

function spool({ spool: directory }: DataLayout, now: number): Check {
  const times = waiting(directory);
  const [oldest] = times;
  if (oldest === undefined) return passed('spool', 'nothing waits to be stored');
  const text = `${counted(times.length, 'event')} to be stored, the oldest for ${span(now - oldest)}`;
  const todo = 'nothing, unless it lasts: the next turn that ends stores them';
  return now - oldest > DAY
    ? failed('spool', text, 'see the other lines')
    : warned('spool', text, todo);
}

/** Times of the events, oldest first: a spooled event's name begins with it. */
const waiting = (directory: string): readonly number[] =>
  namesIn(directory)
    .flatMap((name) => /^(\d{15})-.*\.json$/.exec(name)?.[1] ?? [])
    .map(Number);

function maintenance(layout: DataLayout, now: number): Check {
  const mark = readMaintenance(layout);
  if (mark === null) return passed('maintenance', 'nothing to be done');
  const { process, at } = mark;
  if (process !== null && livenessOf(process) !== 'dead') {
    return passed('maintenance', `process ${process.pid} is at it for ${span(now - at)}`);
  }
  const text = `asked for ${span(now - at)} ago and not done`;
  return warned('maintenance', text, 'nothing; the next hook starts it');
}

function failures(layout: DataLayout, now: number): Check {
  const recent = Object.entries(readFailures(layout)).filter(
    ([, { lastAt }]) => now - Date.parse(lastAt) < DAY,
  );
  if (recent.length === 0) return passed('failures', 'none in the last day');
  const list = recent.map(
    ([code, { count, lastAt }]) =>
      `${code} (${count} in all, last ${span(now - Date.parse(lastAt))} ago)`,
  );
  const text = `in the last day: ${list.join(', ')}`;
  return warned('failures', text, `look into ${layout.logs}/failures.log`);
}

function openMarks(layout: DataLayout): Check {
  const dead = allOpenMarks(layout).filter(
    ({ process }) => process !== null && livenessOf(process) === 'dead',
  );
  if (dead.length === 0) return passed('unfinished', 'no turn was left by a killed window');
  const text = `${counted(dead.length, 'turn')} left by a killed window`;
  return warned('unfinished', text, 'nothing; stored when a session of that project starts');
}
