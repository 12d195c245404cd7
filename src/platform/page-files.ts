import { readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { isRecord } from '../core/record.ts';
import type { SessionRef } from '../core/session.ts';
import { writeFileAtomic } from './atomic-file.ts';
import { type DataLayout, sessionDirectory } from './data-layout.ts';
import { namesIn } from './directory-names.ts';

/*
 * Where a host is registered with several entries for one event, each gives one block of the same
 * memory. The first that runs makes all of them and leaves the others here for theirs.
 */

/** With what a call leaves of one that was killed while it wrote or took it. */
const PAGE = /^\.?page-[1-9]\.json/;

/** One block of an offered memory that waits for its entry. */
export interface OfferPage {
  readonly text: string;
  /** What the user is told beside it. */
  readonly notice: string | null;
}

/** With the prompt that it was made for; null where the host names none. */
type WaitingPage = OfferPage & { readonly promptId: string | null };

/**
 * Leaves the blocks of an offer for the entries that have not run yet; those of an earlier offer go.
 * @param pages by their number, from 1
 */
export function leavePages(
  layout: DataLayout,
  session: SessionRef,
  promptId: string | null,
  pages: ReadonlyMap<number, OfferPage>,
): void {
  removePages(layout, session);
  for (const [page, { text, notice }] of pages) {
    const waiting: WaitingPage = { text, notice, promptId };
    writeFileAtomic(pagePath(layout, session, page), JSON.stringify(waiting));
  }
}

/**
 * The block that was left for this entry, once: of two equal calls one gets it.
 * @returns null when none was left for this prompt
 */
export function takePage(
  layout: DataLayout,
  session: SessionRef,
  page: number,
  promptId: string | null,
): OfferPage | null {
  const path = pagePath(layout, session, page);
  const taken = `${path}.${process.pid}`;
  try {
    renameSync(path, taken);
  } catch {
    return null; /* ENOENT: none was left, or another call has it */
  }
  const waiting = readPage(taken);
  rmSync(taken, { force: true });
  return waiting?.promptId === promptId ? waiting : null;
}

/** The memory was delivered or dropped. */
export const removePages = (layout: DataLayout, session: SessionRef): void =>
  removePagesIn(sessionDirectory(layout, session));

/** What waits in a session's directory of marks is made again when it is asked for. */
export function removePagesIn(directory: string): void {
  for (const name of namesIn(directory).filter((each) => PAGE.test(each)))
    rmSync(join(directory, name), { force: true });
}

const pagePath = (layout: DataLayout, session: SessionRef, page: number): string =>
  join(sessionDirectory(layout, session), `page-${page}.json`);

function readPage(path: string): WaitingPage | null {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    const { text, notice, promptId } = isRecord(value) ? value : {};
    if (!isText(text) || !isTextOrNull(notice) || !isTextOrNull(promptId)) return null;
    return { text, notice, promptId };
  } catch {
    return null; /* torn by a crash of the whole machine, or removed meanwhile: as if none was left */
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isTextOrNull = (value: unknown): value is string | null => value === null || isText(value);
