import { clipToColumns, columnsIn } from '../core/columns.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { parseSession, shortSession } from '../core/session.ts';
import { type TreeRow, treeRows } from '../core/session-tree.ts';
import type { SessionSummary } from '../store/sessions.ts';
import { isoTime } from './iso-time.ts';
import type { Words } from './words.ts';

export interface TreeStyle {
  readonly words: Words;
  /** Lines are cut to them; null: nobody reads them on a terminal. */
  readonly columns: number | null;
  readonly wholeIds: boolean;
  readonly withProject: boolean;
}

/** Sessions as a tree of who goes on from whom. */
export function sessionsText(found: readonly SessionSummary[], style: TreeStyle): string {
  return treeRows(found)
    .flatMap((row) => rowLines(row, style))
    .join('\n');
}

/** Times ISO 8601 UTC. */
export const sessionObject = (session: SessionSummary, children: readonly string[]) => ({
  id: session.id,
  host: session.ref.host,
  project: session.projectRoot,
  directory: session.firstCwd,
  adoptedFrom: session.adoptedFrom,
  transcript: session.transcriptPath,
  turns: session.turns,
  startedAt: isoTime(session.startedAt),
  lastTurnAt: isoTime(session.lastTurnAt),
  continues: session.continues,
  why: session.why,
  children,
  about: session.about,
  off: session.off,
});

/** On a narrow terminal the id comes first and stays whole: by it the rest is found. */
function rowLines(
  { session, lead, under, isLinked }: TreeRow<SessionSummary>,
  { columns, wholeIds, withProject, words }: TreeStyle,
): readonly string[] {
  const id = wholeIds ? session.id : shortSession(session.id);
  const before = [
    localMinute(new Date(session.lastTurnAt ?? session.updatedAt)),
    padded(words.facts.turns(session.turns)),
  ];
  const behind = [
    originOf(session, isLinked, wholeIds, words),
    session.off ? words.listing.off : '',
    withProject ? oneLine(session.projectRoot) : '',
  ];
  const room = columns ?? Number.POSITIVE_INFINITY;
  const isNarrow = columnsIn(lead + [...before, id].join('  ')) > room;
  const parts = isNarrow ? [id, ...before, ...behind] : [...before, id, ...behind];
  const head = lead + parts.filter((part) => part !== '').join('  ');
  const about = session.about === null ? [] : [`${under}    ${oneLine(session.about)}`];
  return [head, ...about].map((line, index) =>
    columns === null
      ? line
      : clipToColumns(line, index === 0 ? Math.max(columns, lead.length + id.length + 1) : columns),
  );
}

const TURNS_COLUMNS = 9;
const padded = (turns: string): string =>
  ' '.repeat(Math.max(0, TURNS_COLUMNS - columnsIn(turns))) + turns;

const oneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim();

/** How it goes on from the session that is drawn above it, or from one that is not. */
function originOf(
  { ref, continues, why }: SessionSummary,
  isLinked: boolean,
  wholeIds: boolean,
  { listing }: Words,
): string {
  if (continues === null || why === null) return '';
  if (!isLinked) return listing.origin(why, wholeIds ? continues : shortSession(continues));
  const before = parseSession(continues);
  const isOther = before.ok && before.value.host !== ref.host;
  return listing.origin(why, isOther ? before.value.host : null);
}
