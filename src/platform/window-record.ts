import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import type { WindowRef } from '../core/event.ts';
import { isBelow } from '../core/moved-path.ts';
import { isRecord } from '../core/record.ts';
import { privateDirectory, readJsonFile, writeFileAtomic } from './atomic-file.ts';
import type { DataLayout } from './data-layout.ts';
import { namesIn } from './directory-names.ts';
import { isWindowSession } from './mark-shape.ts';
import { isPresent, startTimeOf } from './process-identity.ts';

/** The session a window is on in one project. */
export interface WindowSession {
  readonly session: string;
  readonly transcriptPath: string | null;
  readonly at: number;
}

/** What is known of one running process of a host, by project root. */
export interface WindowRecord {
  readonly sessions: Readonly<Record<string, WindowSession>>;
  /** It started a second session without a `/clear`: a daemon, or hooks of two windows behind it. */
  readonly ambiguous: boolean;
}

const NONE: WindowRecord = { sessions: {}, ambiguous: false };

const windowName = ({ pid, startTime }: WindowRef): string => `${pid}-${startTime || '0'}`;

const recordPath = (layout: DataLayout, window: WindowRef): string =>
  join(layout.windows, `${windowName(window)}.json`);

/** The name of a window alone: a server is none. */
export const ownWindowName = (window: WindowRef | null): string | null =>
  window === null || window.kind === 'server' ? null : windowName(window);

export function readWindow(layout: DataLayout, window: WindowRef): WindowRecord {
  if (window.kind === 'server') return NONE;
  const value = readJsonFile(recordPath(layout, window));
  if (!isRecord(value) || !isRecord(value.sessions)) return NONE;
  const known = Object.values(value.sessions).every(isWindowSession);
  return known ? (value as unknown as WindowRecord) : NONE;
}

/**
 * The session a window is on in a project. Of a directory that is gone nothing tells its repository any
 * more: then it is that of the project around it.
 */
export function sessionIn({ sessions }: WindowRecord, root: string): WindowSession | undefined {
  const own = sessions[root];
  if (own !== undefined || existsSync(root)) return own;
  const around = Object.keys(sessions).filter((other) => isBelow(root, other));
  const [nearest = ''] = around.toSorted((a, b) => b.length - a.length);
  return sessions[nearest];
}

/** Notes the session a window is on; writes only when that changes. */
export function recordWindow(
  layout: DataLayout,
  window: WindowRef,
  root: string,
  now: WindowSession & { readonly ambiguous: boolean },
): void {
  if (window.kind === 'server') return;
  const { ambiguous, ...session } = now;
  const old = readWindow(layout, window);
  const same = old.sessions[root];
  const unchanged =
    same?.session === session.session && same.transcriptPath === session.transcriptPath;
  if (unchanged && (old.ambiguous || !ambiguous)) return;
  const record: WindowRecord = {
    sessions: { ...old.sessions, [root]: session },
    ambiguous: old.ambiguous || ambiguous,
  };
  privateDirectory(layout.windows);
  writeFileAtomic(recordPath(layout, window), JSON.stringify(record));
}

/** Sessions that a window which still runs is on, in any project. */
export function liveSessions(
  layout: DataLayout,
  platform: NodeJS.Platform = process.platform,
): ReadonlySet<string> {
  const sessions = recorded(layout)
    .filter((found) => isOpen(found, platform))
    .flatMap(({ window }) => {
      const record = readWindow(layout, window);
      return Object.values(record.sessions).map(({ session }) => session);
    });
  return new Set(sessions);
}

/** Removes the records of windows whose process is gone. */
export function removeClosedWindows(layout: DataLayout): void {
  for (const found of recorded(layout)) {
    if (!isOpen(found)) rmSync(join(layout.windows, found.name), { force: true });
  }
}

interface Recorded {
  readonly name: string;
  readonly window: WindowRef;
}

/**
 * Where the system tells no start times (macOS, Windows) the number alone says it, which may be another's by
 * now; on Linux a process without one (`0`) is of another pid namespace, and counts as open.
 */
const isOpen = (
  { window: { pid, startTime } }: Recorded,
  platform: NodeJS.Platform = process.platform,
): boolean =>
  startTime === '0' ? platform === 'linux' || isPresent(pid) : startTimeOf(pid) === startTime;

function recorded(layout: DataLayout): readonly Recorded[] {
  return namesIn(layout.windows).flatMap((name) => {
    const [, pid, startTime = '0'] = /^(\d+)-(\d+)\.json$/.exec(name) ?? [];
    return pid === undefined ? [] : [{ name, window: { pid: Number(pid), startTime } }];
  });
}
