import { rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { DeliveryKind } from '../core/delivery.ts';
import type { WindowRef } from '../core/event.ts';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { isRecord } from '../core/record.ts';
import { parseSession, type SessionRef } from '../core/session.ts';
import {
  createFileAtomic,
  privateDirectory,
  readJsonFile,
  writeFileAtomic,
} from './atomic-file.ts';
import { type DataLayout, sessionDirectory } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { isDecision, isOpenMark, isPendingHandoff } from './mark-shape.ts';
import { removePages, removePagesIn } from './page-files.ts';

/*
 * The small files by which a hook knows with one `stat` what it must do, without the database.
 * Each is written by rename. Sessions are named in the spelling of `spell`, times are epoch
 * milliseconds.
 */

/** A memory that a model was given before it is known whether its session will be used. */
export interface ShownMemory {
  readonly predecessor: string;
  readonly mark: string;
  readonly pages: number;
  /** Turns in the texts, and their length in UTF-16 units. */
  readonly turns: number;
  readonly characters: number;
  /** `index`: it only points to the predecessor's memory; nothing goes on from there. */
  readonly kind: DeliveryKind;
}

/** What the first prompt of a session has to know to be offered a memory. Goes when that arrived. */
export interface PendingHandoff {
  /** When the session began. */
  readonly bornAt: number;
  /** How it began. `compact`: it is no new one, and is owed a reminder of its own memory. */
  readonly source: string;
  /** The session this one goes on from by its window; null when only a baton can tell. */
  readonly predecessor: string | null;
  readonly root: string;
  readonly directory: string;
  /** The newest offer. */
  readonly offer: {
    /** To be found in the host's transcript once it was delivered. */
    readonly mark: string;
    /** The prompt it was made to; prompts queued after that one carry the same id. */
    readonly promptId: string | null;
    /** Epoch milliseconds. */
    readonly at: number;
  } | null;
  /** The id of the auto-handoff that made it a successor: it goes on whatever the settings say. */
  readonly handoff?: string;
  /** A turn of the session is stored although nothing could be offered: it hands on itself. */
  readonly late?: true;
  readonly shown?: ShownMemory;
  /** Of a compaction: the host could have been told at its report, but the memory was out of reach. */
  readonly missed?: true;
}

export const isNewborn = ({ source }: PendingHandoff): boolean => source !== 'compact';

/** What was decided for a session. Stays, so that it is decided once. */
export interface Decision {
  /** `history`: the host brings its own. `capture-only`: nobody types into it. `off`: the user said so. */
  readonly what: 'memory' | 'index' | 'reminder' | 'nothing' | 'history' | 'capture-only' | 'off';
  readonly at: number;
  readonly root: string;
  readonly directory: string;
}

/** A prompt whose turn is not stored yet. */
export interface OpenMark {
  readonly session: string;
  readonly promptId: string | null;
  /** Keyed hash of the prompt, so that the stored turn it is in can be recognised. */
  readonly promptHash: string;
  /** Typed while another prompt of the same turn was already running. */
  readonly queued: boolean;
  readonly at: number;
  readonly root: string;
  readonly directory: string;
  readonly transcriptPath: string | null;
  /** The process that runs the turn, where the host tells it. */
  readonly process: (ProcessIdentity & Pick<WindowRef, 'kind'>) | null;
}

export type NamedMark = OpenMark & { readonly path: string };

const OPEN = /^open-/;
const ENDED = 'ended';
/** What a hook leaves that was killed while it wrote a mark. */
const TORN = /^\..*\.tmp$/;
const PENDING = 'pending.json';

function readMark<T>(path: string, isShape: (value: unknown) => boolean): T | null {
  const value = readJsonFile(path);
  return isShape(value) ? (value as T) : null;
}

const pendingPath = (layout: DataLayout, session: SessionRef): string =>
  join(sessionDirectory(layout, session), PENDING);
const decisionPath = (layout: DataLayout, session: SessionRef): string =>
  join(sessionDirectory(layout, session), 'decided');

function write(path: string, directory: string, value: object): void {
  privateDirectory(directory);
  writeFileAtomic(path, JSON.stringify(value));
}

export const readPending = (layout: DataLayout, session: SessionRef): PendingHandoff | null =>
  readMark(pendingPath(layout, session), isPendingHandoff);

export const writePending = (
  layout: DataLayout,
  session: SessionRef,
  pending: PendingHandoff,
): void => write(pendingPath(layout, session), sessionDirectory(layout, session), pending);

/**
 * Writes what is pending for a session unless something is: entries of one event run at the same
 * moment, and what one has offered must stay written.
 * @returns what is written now
 */
export function createPending(
  layout: DataLayout,
  session: SessionRef,
  pending: PendingHandoff,
): PendingHandoff {
  privateDirectory(sessionDirectory(layout, session));
  createFileAtomic(pendingPath(layout, session), JSON.stringify(pending));
  return readPending(layout, session) ?? pending;
}

/** Texts that wait for hooks of any session: what was forgotten may be among them. */
export const removeAllPages = (layout: DataLayout): void =>
  sessionDirectories(layout).forEach(removePagesIn);

export function removePending(layout: DataLayout, session: SessionRef): void {
  rmSync(pendingPath(layout, session), { force: true });
  removePages(layout, session);
}

export const readDecision = (layout: DataLayout, session: SessionRef): Decision | null =>
  readMark(decisionPath(layout, session), isDecision);

export const writeDecision = (layout: DataLayout, session: SessionRef, decision: Decision): void =>
  write(decisionPath(layout, session), sessionDirectory(layout, session), decision);

/** The host announced the session or a prompt of it. */
export const isMarked = (layout: DataLayout, session: SessionRef): boolean =>
  namesIn(sessionDirectory(layout, session)).length > 0;

/** Epoch milliseconds at which the host closed the session; null while it may go on. */
export function readEnd(layout: DataLayout, session: SessionRef): number | null {
  const value = readJsonFile(join(sessionDirectory(layout, session), ENDED));
  return isRecord(value) && typeof value.at === 'number' ? value.at : null;
}

/** Only of a session that has marks: others are not looked for. */
export function writeEnd(layout: DataLayout, session: SessionRef, at: number): void {
  const directory = sessionDirectory(layout, session);
  if (isMarked(layout, session)) write(join(directory, ENDED), directory, { at });
}

export const removeEnd = (layout: DataLayout, session: SessionRef): void =>
  rmSync(join(sessionDirectory(layout, session), ENDED), { force: true });

export function writeOpenMark(layout: DataLayout, session: SessionRef, mark: OpenMark): void {
  const prompt = `open-${mark.promptId ?? 'none'}-${mark.promptHash.slice(0, 16)}`;
  /* Queued behind a prompt of the same words it carries that one's id too. */
  const name = mark.queued ? `${prompt}-${mark.at}` : prompt;
  const directory = sessionDirectory(layout, session);
  write(join(directory, name), directory, mark);
}

/** Prompts of this session whose turn is not stored yet. */
export const openMarks = (layout: DataLayout, session: SessionRef): readonly NamedMark[] =>
  marksIn(sessionDirectory(layout, session));

export const removeMark = (mark: NamedMark): void => rmSync(mark.path, { force: true });

/** Open marks of all sessions. */
export const allOpenMarks = (layout: DataLayout): readonly NamedMark[] =>
  sessionDirectories(layout).flatMap(marksIn);

/** Directories of sessions that have any mark. */
export const sessionDirectories = (layout: DataLayout): readonly string[] =>
  namesIn(layout.run)
    .filter((name) => name !== 'windows')
    .map((name) => join(layout.run, name));

function marksIn(directory: string): readonly NamedMark[] {
  return namesIn(directory).flatMap((name) => {
    const path = join(directory, name);
    const mark = OPEN.test(name) ? readMark<OpenMark>(path, isOpenMark) : null;
    return mark === null ? [] : [{ ...mark, path }];
  });
}

/** Nobody has typed into it, and it has nothing but a baton to wait for; batons live for an hour. */
const OLDEST_UNUSED_MS = 10 * 24 * 3_600_000;
/** Nobody goes on with it any more; what it was to be given stays stored. */
const OLDEST_OWED_MS = 30 * 24 * 3_600_000;

/**
 * Removes the directories of sessions that nobody needs any more: on no window, nothing open, and no
 * change for `age` milliseconds; for a month where a memory has not arrived.
 * @param live spelled ids of the sessions that windows are on
 */
export function removeIdleSessions(
  layout: DataLayout,
  live: ReadonlySet<string>,
  now: number,
  age: number,
): void {
  const kept = [...live].flatMap((spelled) => {
    const session = parseSession(spelled);
    return session.ok ? [sessionDirectory(layout, session.value)] : [];
  });
  for (const directory of sessionDirectories(layout)) {
    const idle = now - (statSync(directory, { throwIfNoEntry: false })?.mtimeMs ?? now);
    if (!kept.includes(directory) && idle >= age) removeIdle(directory, idle);
  }
}

function removeIdle(directory: string, idle: number): void {
  removePagesIn(directory);
  const names = namesIn(directory);
  if (names.some((name) => OPEN.test(name)) || isAwaited(directory, idle)) return;
  const ours = ['decided', PENDING, ENDED, ...names.filter((name) => TORN.test(name))];
  for (const name of ours) rmSync(join(directory, name), { force: true });
  try {
    rmdirSync(directory);
  } catch {
    /* ENOTEMPTY: a hook of that session came between */
  }
}

function isAwaited(directory: string, idle: number): boolean {
  const pending = readMark<PendingHandoff>(join(directory, PENDING), isPendingHandoff);
  if (pending === null) return false;
  const isUnused = pending.predecessor === null && pending.offer === null && !pending.late;
  return idle < (isUnused ? OLDEST_UNUSED_MS : OLDEST_OWED_MS);
}
