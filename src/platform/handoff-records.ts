import { existsSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import {
  type HandoffReceipt,
  type HandoffRecord,
  isAcceptable,
  isSuccessor,
} from '../core/auto-handoff.ts';
import { isRecord } from '../core/record.ts';
import { privateDirectory, readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { handoffRecordOf, isHandoffReceipt } from './handoff-shape.ts';

/*
 * One small file for each conversation of Claude Code that is handed over, named by the host's id of
 * it, and beside it: who may stop it (`.claim`) and launch its successor (`.launch`), what was typed
 * when it was full (`.prompt-…`), and the successor's word that it has taken over (`.accepted`).
 */

type Layout = Pick<DataLayout, 'handoffs'>;

export const handoffFile = (layout: Layout, source: string, ending: string): string =>
  join(layout.handoffs, `${source}${ending}`);

const recordPath = (layout: Layout, source: string): string => handoffFile(layout, source, '.json');
const receiptPath = (layout: Layout, source: string): string =>
  handoffFile(layout, source, '.accepted');

/** Cheaper than reading: asked for at every tool. Where nobody may look there is none, and the hook goes on. */
export const hasHandoff = (layout: Layout, source: string): boolean =>
  existsSync(recordPath(layout, source));

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
  forgetCarried(layout, record, wordsOf(record));
  writeHandoff(layout, { ...record, inFlight: null });
}

/** A request goes along until somebody asks for something else. */
function forgetCarried(layout: Layout, record: HandoffRecord, words: readonly string[]): void {
  const next = listHandoffs(layout).find(({ source }) => isSuccessor(record, source));
  const { inFlight = null } = next ?? {};
  const text = inFlight?.request?.text ?? '';
  if (next === undefined || inFlight === null || !words.some((word) => text.includes(word))) return;
  writeHandoff(layout, { ...next, inFlight: { ...inFlight, request: null } });
  forgetCarried(layout, next, words);
}

/** What a conversation was asked. */
const wordsOf = ({ inFlight }: HandoffRecord): readonly string[] =>
  [inFlight?.request?.text ?? '', ...(inFlight?.prompts ?? [])].filter((text) => text !== '');

/** The oldest request first. */
export const listHandoffs = (layout: Layout): readonly HandoffRecord[] =>
  namesIn(layout.handoffs)
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => readHandoff(layout, name.slice(0, -'.json'.length)) ?? [])
    .sort((a, b) => a.requestedAt - b.requestedAt);

export const findHandoff = (layout: Layout, id: string): HandoffRecord | null =>
  listHandoffs(layout).find((record) => record.id === id) ?? null;

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
  const path = handoffFile(layout, source, `.prompt-${at}-${process.pid}`);
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
  namesIn(layout.handoffs).filter((name) => PROMPT.test(name) && sourceOf(name) === source);

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

/** Of a prompt that was kept: when it was typed, and by which process it was written. */
const PROMPT = /\.prompt-\d+-\d+$/;
/** With the process that takes a claim away. */
const ENDING = new RegExp(`\\.(?:json|accepted|(?:claim|launch)(?:\\.\\d+)?)$|${PROMPT.source}`);
/** What a writer leaves that was killed. */
const TORN = /^\.(.*)\.\d+-[a-z0-9]*\.tmp$/;

/** The conversation that a file is about; its id may hold dots. */
const sourceOf = (name: string): string => name.replace(TORN, '$1').replace(ENDING, '');
