import { lstatSync } from 'node:fs';
import { UserError } from '../core/user-error.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { namesIn } from '../platform/directory-names.ts';
import { readFailures } from '../platform/failures.ts';
import { readMaintenance } from '../platform/maintenance-mark.ts';
import { breakLock, lockOwner } from '../platform/owner-lock.ts';
import { livenessOf } from '../platform/process-identity.ts';
import { allOpenMarks } from '../platform/session-marks.ts';
import { type Finding, failed, passed, warned } from './doctor-check.ts';
import { lockPath } from './lock-path.ts';
import { systemFailure } from './unwritable.ts';
import type { Said } from './words.ts';

const DAY = 24 * 3_600_000;
/** A hook holds the lock for some 20 ms, the maintenance for seconds. */
const LONG_HELD = 60_000;

/** What goes on: the lock, what waits, what failed, what was left. */
export const activityChecks = (layout: DataLayout, now: number): readonly Finding[] => [
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
export function unlock(layout: DataLayout): Finding {
  const path = lockPath(layout);
  const found = path === null ? undefined : lockOwner(path);
  if (path === null || found === undefined)
    return passed('unlock', ({ doctor }) => doctor.noLockToBreak);
  const { owner, liveness } = found;
  if (liveness === 'alive') {
    throw new UserError(
      `Process ${owner.pid} holds the lock and is alive. End it first, or wait for it.`,
      3,
    );
  }
  const { pid, hostName } = owner;
  return breakAt(path, layout)
    ? passed('unlock', ({ doctor }) => doctor.lockBroken(pid, hostName))
    : passed('unlock', ({ doctor }) => doctor.lockGone(pid, hostName));
}

function breakAt(path: string, layout: DataLayout): boolean {
  try {
    return breakLock(path);
  } catch (error) {
    throw systemFailure(error, layout);
  }
}

function lock(layout: DataLayout, now: number): Finding {
  const path = lockPath(layout);
  const found = path === null ? undefined : lockOwner(path);
  if (path === null || found === undefined) return passed('lock', ({ doctor }) => doctor.lockFree);
  const { owner, liveness } = found;
  const { pid, hostName } = owner;
  const since = lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? now;
  if (liveness === 'dead') {
    return passed('lock', ({ doctor }) => doctor.lockLeft(pid));
  }
  if (liveness === 'alive') {
    const text: Said = ({ doctor, facts }) => doctor.lockHeld(pid, facts.span(now - since));
    return now - since > LONG_HELD
      ? warned('lock', text, ({ doctor }) => doctor.seeWhatItDoes)
      : passed('lock', text);
  }
  return failed(
    'lock',
    ({ doctor, facts }) =>
      facts.soNothingIsStored(doctor.lockElsewhere(pid, hostName, facts.span(now - since))),
    ({ doctor }) => doctor.unlock,
  );
}

function spool({ spool: directory }: DataLayout, now: number): Finding {
  const times = waiting(directory);
  const [oldest] = times;
  if (oldest === undefined) return passed('spool', ({ doctor }) => doctor.nothingWaits);
  const text: Said = ({ doctor, facts }) => doctor.waiting(times.length, facts.span(now - oldest));
  return now - oldest > DAY
    ? failed('spool', text, ({ doctor }) => doctor.seeOtherLines)
    : warned('spool', text, ({ doctor }) => doctor.nextTurnStores);
}

/** Times of the events, oldest first: a spooled event's name begins with it. */
const waiting = (directory: string): readonly number[] =>
  namesIn(directory)
    .flatMap((name) => /^(\d{15})-.*\.json$/.exec(name)?.[1] ?? [])
    .map(Number);

function maintenance(layout: DataLayout, now: number): Finding {
  const mark = readMaintenance(layout);
  if (mark === null) return passed('maintenance', ({ doctor }) => doctor.nothingToBeDone);
  const { process, at } = mark;
  if (process !== null && livenessOf(process) !== 'dead') {
    return passed('maintenance', ({ doctor, facts }) =>
      doctor.maintained(process.pid, facts.span(now - at)),
    );
  }
  return warned(
    'maintenance',
    ({ doctor, facts }) => doctor.notMaintained(facts.ago(facts.span(now - at))),
    ({ doctor }) => doctor.nextHookStarts,
  );
}

function failures(layout: DataLayout, now: number): Finding {
  const recent = Object.entries(readFailures(layout)).filter(
    ([, { lastAt }]) => now - Date.parse(lastAt) < DAY,
  );
  if (recent.length === 0) return passed('failures', ({ doctor }) => doctor.noFailures);
  const text: Said = ({ doctor, facts }) =>
    doctor.failures(
      recent.map(([code, { count, lastAt }]) => ({
        ...{ code, count },
        ago: facts.ago(facts.span(now - Date.parse(lastAt))),
      })),
    );
  return warned('failures', text, ({ doctor }) => doctor.lookInto(`${layout.logs}/failures.log`));
}

function openMarks(layout: DataLayout): Finding {
  const dead = allOpenMarks(layout).filter(
    ({ process }) => process !== null && livenessOf(process) === 'dead',
  );
  if (dead.length === 0) return passed('unfinished', ({ doctor }) => doctor.noneLeft);
  return warned(
    'unfinished',
    ({ doctor }) => doctor.left(dead.length),
    ({ doctor }) => doctor.nextSessionStores,
  );
}
