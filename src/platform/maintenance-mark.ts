import { existsSync, rmSync } from 'node:fs';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { isRecord } from '../core/record.ts';
import { readJsonFile, writeFileAtomic } from './atomic-file.ts';
import { exclusiveIn } from './config.ts';
import type { DataLayout } from './data-layout.ts';
import { isProcessIdentity } from './mark-shape.ts';
import { livenessOf, ownIdentity, startTimeOf } from './process-identity.ts';

/**
 * The one process that does what no hook may wait for. `maintenance.json` is there while it is
 * wanted or runs.
 */
export interface MaintenanceMark {
  /** Asked for since the process named here began. */
  readonly requested: boolean;
  /** Null before it was started. */
  readonly process: ProcessIdentity | null;
  /** Epoch milliseconds of the last change. */
  readonly at: number;
}

/** One that died is not started again by the next hook at once: it might die of the same cause. */
const RETRY_MS = 60_000;

export const maintenanceIsWanted = ({ maintenance }: DataLayout): boolean =>
  existsSync(maintenance);

export function readMaintenance({ maintenance }: DataLayout): MaintenanceMark | null {
  const value = readJsonFile(maintenance);
  if (!isRecord(value)) return null;
  const { requested, process, at } = value;
  return {
    requested: requested !== false,
    process: isProcessIdentity(process) ? process : null,
    at: typeof at === 'number' ? at : 0,
  };
}

/** Whoever finds out asks; starting is a matter of its own. */
export function requestMaintenance(layout: DataLayout, now: number): void {
  const mark = readMaintenance(layout);
  if (mark?.requested !== true) write(layout, { process: null, at: now, ...mark, requested: true });
}

/** As {@link requestMaintenance}, and one that died is not waited for: sessions do not start every second. */
export function retryMaintenance(layout: DataLayout, now: number): void {
  const mark = readMaintenance(layout);
  const process = mark !== null && isRunning(layout, mark, now) ? mark.process : null;
  write(layout, { requested: true, process, at: now });
}

/** Whether a process should be started now. Ask, start and {@link noteStarted} under one lock. */
export function shouldStart(layout: DataLayout, now: number): boolean {
  const mark = readMaintenance(layout);
  if (mark === null) return false;
  if (mark.process === null) return true;
  return !isRunning(layout, mark, now) && Math.abs(now - mark.at) >= RETRY_MS;
}

export function noteStarted(layout: DataLayout, pid: number, now: number): void {
  const process = { ...ownIdentity(), pid, startTime: startTimeOf(pid) };
  write(layout, { requested: readMaintenance(layout)?.requested ?? false, process, at: now });
}

/**
 * This process does the work from now on. Call it under the lock.
 * @returns false when another one is at it
 */
export function claimMaintenance(layout: DataLayout, now: number): boolean {
  const self = ownIdentity();
  const mark = readMaintenance(layout);
  const isOwn = mark?.process?.pid === self.pid;
  if (mark !== null && !isOwn && isRunning(layout, mark, now)) return false;
  write(layout, { requested: false, process: self, at: now });
  return true;
}

/**
 * The work is done. Call it under the lock.
 * @returns false when more was asked for meanwhile, which counts as taken up
 */
export function endMaintenance(layout: DataLayout): boolean {
  const mark = readMaintenance(layout);
  if (mark?.requested === true) {
    write(layout, { ...mark, requested: false });
    return false;
  }
  rmSync(layout.maintenance, { force: true });
  return true;
}

/** Nobody waits longer for one that cannot be judged: the container it was in is gone, or it is at its end. */
const LONGEST_MS = 3_600_000;

function isRunning(layout: DataLayout, { process, at }: MaintenanceMark, now: number): boolean {
  if (process === null) return false;
  const liveness = livenessOf(process);
  if (liveness !== 'unknown') return liveness === 'alive';
  return Math.abs(now - at) < LONGEST_MS && !exclusiveIn(layout.root)();
}

const write = ({ maintenance }: DataLayout, mark: MaintenanceMark): void =>
  writeFileAtomic(maintenance, JSON.stringify(mark));
