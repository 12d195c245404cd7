import { clipToColumns } from '../core/columns.ts';
import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { parseSession, shortSession } from '../core/session.ts';
import { type TreeRow, treeRows } from '../core/session-tree.ts';
import type { SessionSummary } from '../store/sessions.ts';
import { isoTime } from './iso-time.ts';

interface TreeStyle {
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
  { columns, wholeIds, withProject }: TreeStyle,
): readonly string[] {
  const id = wholeIds ? session.id : shortSession(session.id);
  const before = [
    localMinute(new Date(session.lastTurnAt ?? session.updatedAt)),
    counted(session.turns, 'turn').padStart(9),
  ];
  const behind = [
    originOf(session, isLinked, wholeIds),
    session.off ? 'off' : '',
    withProject ? oneLine(session.projectRoot) : '',
  ];
  const room = columns ?? Number.POSITIVE_INFINITY;
  const isNarrow = (lead + [...before, id].join('  ')).length > room;
  const parts = isNarrow ? [id, ...before, ...behind] : [...before, id, ...behind];
  const head = lead + parts.filter((part) => part !== '').join('  ');
  const about = session.about === null ? [] : [`${under}    ${oneLine(session.about)}`];
  return [head, ...about].map((line, index) =>
    columns === null
      ? line
      : clipToColumns(line, index === 0 ? Math.max(columns, lead.length + id.length + 1) : columns),
  );
}

const oneLine = (text: string): string => printable(text).replaceAll(/\s+/g, ' ').trim();

/** How it goes on from the session that is drawn above it, or from one that is not. */
function originOf(
  { ref, continues, why }: SessionSummary,
  isLinked: boolean,
  wholeIds: boolean,
): string {
  if (continues === null || why === null) return '';
  const { word, from } = ORIGINS[why];
  if (!isLinked) return `${word} ${from} ${wholeIds ? continues : shortSession(continues)}`.trim();
  const before = parseSession(continues);
  const isOther = before.ok && before.value.host !== ref.host;
  return isOther ? `${word} ${from} ${before.value.host}` : word;
}

const ORIGINS: Readonly<
  Record<NonNullable<SessionSummary['why']>, { readonly word: string; readonly from: string }>
> = {
  clear: { word: 'after /clear', from: 'of' },
  baton: { word: 'by /tl', from: 'from' },
  fork: { word: 'fork', from: 'of' },
  auto: { word: 'auto-handoff', from: 'from' },
  takeover: { word: 'goes on', from: 'from' },
};
