import { renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import {
  type HandoffReceipt,
  type HandoffRecord,
  isAcceptable,
  isRetryable,
} from '../core/auto-handoff.ts';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { isRecord } from '../core/record.ts';
import {
  createFileAtomic,
  privateDirectory,
  readJsonFile,
  writeFileAtomic,
} from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { handoffRecordOf, isHandoffReceipt } from './handoff-shape.ts';
import { isProcessIdentity } from './mark-shape.ts';
import { livenessOf, ownIdentity } from './process-identity.ts';

/*
 * One small file for each conversation of Claude Code that is handed over, named by the host's id of
 * it, and beside it: who may launch its successor (`.claim`), what was typed when it was full
 * (`.prompt-…`), and the successor's word that it has taken over (`.accepted`).
 */

type Layout = Pick<DataLayout, 'handoffs'>;

const fileOf = (layout: Layout, source: string, ending: string): string =>
  join(layout.handoffs, `${source}${ending}`);

const recordPath = (layout: Layout, source: string): string => fileOf(layout, source, '.json');
const claimPath = (layout: Layout, source: string): string => fileOf(layout, source, '.claim');
const receiptPath = (layout: Layout, source: string): string => fileOf(layout, source, '.accepted');

/** Cheaper than reading: asked for at every tool. */
export const hasHandoff = (layout: Layout, source: string): boolean =>
  statSync(recordPath(layout, source), { throwIfNoEntry: false }) !== undefined;

/** Null when there is none, or another version wrote it. */
export function readHandoff(layout: Layout, source: string): HandoffRecord | null {
  const record = handoffRecordOf(readJsonFile(recordPath(layout, source)));
  return record?.source === source ? record : null;
}

export function writeHandoff(layout: Layout, record: HandoffRecord): void {
  privateDirectory(layout.handoffs);
  writeFileAtomic(recordPath(layout, record.source), JSON.stringify(record), { durable: true });
}

/** With everything beside it. */
export function removeHandoff(layout: Layout, source: string): void {
  const own = (name: string): boolean => sourceOf(name) === source;
  for (const name of namesIn(layout.handoffs).filter(own))
    rmSync(join(layout.handoffs, name), { force: true });
}

/** Nothing that was said in the conversation stays; where it goes on does, once a successor may be there. */
export function forgetHandoff(layout: Layout, source: string): void {
  const record = readHandoff(layout, source);
  if (record === null) return;
  if (!isAcceptable(record)) {
    removeHandoff(layout, source);
    return;
  }
  for (const name of promptNames(layout, source))
    rmSync(join(layout.handoffs, name), { force: true });
  writeHandoff(layout, { ...record, inFlight: null });
}

/** The oldest request first. */
export const listHandoffs = (layout: Layout): readonly HandoffRecord[] =>
  namesIn(layout.handoffs)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readHandoff(layout, name.slice(0, -'.json'.length)) ?? [])
    .sort((a, b) => a.requestedAt - b.requestedAt);

export const findHandoff = (layout: Layout, id: string): HandoffRecord | null =>
  listHandoffs(layout).find((record) => record.id === id) ?? null;

/**
 * Of all that find out at the same moment that a conversation has to be handed over, one launches the
 * successor. A claim whose owner has died without doing so is void.
 * @param record as it stands now
 * @returns whether it is this process
 */
export function claimHandoff(layout: Layout, record: HandoffRecord): boolean {
  const path = claimPath(layout, record.source);
  privateDirectory(layout.handoffs);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    createFileAtomic(path, JSON.stringify(ownIdentity()));
    const owner = ownerOf(path);
    if (owner !== null && isSelf(owner)) return true;
    if (owner !== null && !isVoid(record, owner)) return false;
    takeAway(path, owner);
  }
  return false;
}

/** The next tool or prompt may launch again. */
export const releaseHandoff = (layout: Layout, source: string): void =>
  rmSync(claimPath(layout, source), { force: true });

function ownerOf(path: string): ProcessIdentity | null {
  const value = readJsonFile(path);
  return isProcessIdentity(value) ? value : null;
}

function isSelf({ pid, startTime }: ProcessIdentity): boolean {
  const self = ownIdentity();
  return pid === self.pid && startTime === self.startTime;
}

/** It died between the claim and the record that says so. */
const isVoid = (record: HandoffRecord, owner: ProcessIdentity): boolean =>
  isRetryable(record) && livenessOf(owner) === 'dead';

/** Not the fresh claim of somebody who has found out before: that one is put back. */
function takeAway(path: string, stale: ProcessIdentity | null): void {
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
  } catch {
    return; /* ENOENT: somebody else has taken it away */
  }
  const found = ownerOf(taken);
  if (found !== null && (found.pid !== stale?.pid || found.startTime !== stale.startTime))
    createFileAtomic(path, JSON.stringify(found));
  rmSync(taken, { force: true });
}

export const writeReceipt = (layout: Layout, source: string, receipt: HandoffReceipt): void =>
  writeFileAtomic(receiptPath(layout, source), JSON.stringify(receipt), { durable: true });

export function readReceipt(layout: Layout, source: string): HandoffReceipt | null {
  const value = readJsonFile(receiptPath(layout, source));
  return isHandoffReceipt(value) ? value : null;
}

export const removeReceipt = (layout: Layout, source: string): void =>
  rmSync(receiptPath(layout, source), { force: true });

/** What is typed into a conversation that cannot take it any more goes to its successor. */
export function keepPrompt(layout: Layout, source: string, prompt: string, at: number): void {
  const path = fileOf(layout, source, `.prompt-${at}-${process.pid}`);
  writeFileAtomic(path, JSON.stringify({ prompt, at }), { durable: true });
}

/** In the order in which they were typed. */
export function keptPrompts(layout: Layout, source: string): readonly string[] {
  return promptNames(layout, source)
    .map((name) => readJsonFile(join(layout.handoffs, name)))
    .filter(isKeptPrompt)
    .sort((a, b) => a.at - b.at)
    .map(({ prompt }) => prompt);
}

const promptNames = (layout: Layout, source: string): readonly string[] =>
  namesIn(layout.handoffs).filter((name) => name.startsWith(`${source}.prompt-`));

const isKeptPrompt = (value: unknown): value is { readonly prompt: string; readonly at: number } =>
  isRecord(value) && typeof value.prompt === 'string' && typeof value.at === 'number';

/** A successor takes over within a minute; whoever looks for the reason of a failure does within a day. */
const OLDEST_MS = 24 * 3_600_000;

/**
 * Removes what nobody needs any more.
 * @param isNeeded of a record that is old enough: its successor is still there, and the old
 *   conversation must keep pointing to it
 */
export function sweepHandoffs(
  layout: Layout,
  now: number,
  isNeeded: (record: HandoffRecord) => boolean,
): void {
  const sources = new Set(namesIn(layout.handoffs).map(sourceOf));
  for (const source of sources) {
    const record = readHandoff(layout, source);
    const isOld = now - newestChange(layout, source) > OLDEST_MS;
    if (isOld && (record === null || !isNeeded(record))) removeHandoff(layout, source);
  }
}

function newestChange(layout: Layout, source: string): number {
  const times = namesIn(layout.handoffs)
    .filter((name) => sourceOf(name) === source)
    .map((name) => statSync(join(layout.handoffs, name), { throwIfNoEntry: false })?.mtimeMs ?? 0);
  return Math.max(0, ...times);
}

/** The conversation that a file is about; its id may hold dots. */
const sourceOf = (name: string): string =>
  name.replace(/^\./, '').replace(/\.(?:json|claim|accepted|prompt-)[^/]*$/, '');
