import { livingBatons } from '../core/handoff.ts';
import { languageOf } from '../core/language.ts';
import { type RemindedTurn, type ReminderHint, renderReminder } from '../core/render/reminder.ts';
import { type IndexEntry, type IndexPart, renderIndex } from '../core/render/session-index.ts';
import { batonsOf } from '../store/batons.ts';
import type { SqlConnection } from '../store/connection.ts';
import { recentSessions } from '../store/recent-sessions.ts';
import { findSession } from '../store/sessions.ts';
import { isShared } from '../store/shared-sessions.ts';
import { countTurns, type StoredTurn, skeletonsOf, turnsUntil } from '../store/turns.ts';
import type { OfferFrame } from './offer.ts';
import { countRemembered, rememberedTurns } from './remembered.ts';

/** Who reads an index: a session that has just begun, or one that may. */
export interface BeginningReader {
  /** Spelled id; null for one that does not exist yet. */
  readonly id: string | null;
  /** Project root under which its sessions are stored (`knownRoot`): nothing of another project is told. */
  readonly root: string;
  /** Spelled id of the session that the same window was on before `/clear`, if the index is about that one. */
  readonly cleared?: string;
}

/** A text that points to a memory or reminds of it. */
export interface BeginningOffer {
  readonly text: string;
  /** Conversations named in an index; requests and lines in a reminder. */
  readonly turns: number;
  /** Spelled id of the conversation that it is mainly about. */
  readonly session: string;
  /** What had no room in it. */
  readonly omitted: readonly (IndexPart | ReminderHint)[];
}

/** Conversations that may be named. */
const MOST_SESSIONS = 5;
/** Work that was interrupted longer ago is not said to wait. */
const INTERRUPTED_WITHIN_MS = 7 * 24 * 3_600_000;
/** Turns that are looked at for the last one a person began. */
const NEWEST_TURNS = 3;

/**
 * The index that a fresh conversation is given: at most 600 UTF-16 units and within the host's budget.
 * Writes nothing.
 * @returns null where the project has no memory besides the reader's own, or there is no room
 */
export function renderBeginning(
  db: SqlConnection,
  reader: BeginningReader,
  { formatTime, budget, command, mark, word, now }: OfferFrame,
): BeginningOffer | null {
  const { root } = reader;
  const [first, ...others] = entriesFor(db, reader, now);
  if (first === undefined) return null;
  const baton = livingBatons(batonsOf(db, root), now).find(
    ({ session }) => session !== reader.id && isShared(db, session),
  );
  const { text, shown, omitted } = renderIndex({
    first,
    others,
    baton: baton === undefined ? null : { ...baton, directory: below(root, baton.directory) },
    language: languageOf(textsOf(turnsUntil(db, first.session, null, NEWEST_TURNS))),
    word,
    command,
    mark,
    formatTime,
    budget,
  });
  return text === '' ? null : { text, turns: shown, session: first.session, omitted };
}

/** Interrupted work first, then the newest. */
function entriesFor(
  db: SqlConnection,
  { id, root, cleared }: BeginningReader,
  now: number,
): readonly IndexEntry[] {
  const found = recentSessions(db, root, id, MOST_SESSIONS);
  const recent = found.map((session, index) =>
    entryOf(db, session, index === 0 ? 'last' : 'other'),
  );
  if (cleared !== undefined) {
    const before = clearedEntry(db, cleared);
    return [...before, ...recent.filter(({ session }) => session !== cleared).map(asOther)];
  }
  const unattended = new Set(found.flatMap(({ id: run, attended }) => (attended ? [] : [run])));
  const waits = ({ interrupted, at, session }: IndexEntry): boolean =>
    interrupted && now - at <= INTERRUPTED_WITHIN_MS && !unattended.has(session);
  return [...recent.filter(waits), ...recent.filter((entry) => !waits(entry))];
}

const asOther = (entry: IndexEntry): IndexEntry => ({ ...entry, place: 'other' });

function clearedEntry(db: SqlConnection, id: string): readonly IndexEntry[] {
  const session = findSession(db, id);
  /* Without turns of its own it is the way to those that it goes on from. */
  const newest = rememberedTurns(db, id).next().value;
  if (session === null || newest === undefined || !isShared(db, id)) return [];
  const { host } = session.ref;
  const entry = entryOf(db, { id: newest.session, host, at: newest.startedAt }, 'cleared');
  return [{ ...entry, session: id }];
}

function entryOf(
  db: SqlConnection,
  { id, host, at }: { readonly id: string; readonly host: string; readonly at: number },
  place: IndexEntry['place'],
): IndexEntry {
  const turns = turnsUntil(db, id, null, NEWEST_TURNS);
  const asked = turns.find(({ start, request }) => start === 'prompt' && request !== '');
  const interrupted = turns[0]?.state === 'interrupted';
  const request = (asked ?? turns[0])?.request ?? '';
  return { session: id, host, at, request, place, interrupted };
}

const textsOf = (turns: readonly StoredTurn[]): readonly string[] =>
  turns.flatMap(({ request, answer }) => [request, answer ?? '']);

/** As a person of the project says it. */
const below = (root: string, directory: string): string =>
  directory.startsWith(root) && directory !== root
    ? directory.slice(root.length).replace(/^[\\/]/, '')
    : directory;

/**
 * What a conversation is told after the host's own compaction: at most 2,000 UTF-16 units and within
 * the host's budget. Writes nothing.
 * @param session spelled id
 * @param running the request that is being worked on and not stored yet
 * @returns null where nothing is remembered, or there is no room
 */
export function reminderOf(
  db: SqlConnection,
  session: string,
  { formatTime, budget, command, mark }: OfferFrame,
  running: string | null = null,
): BeginningOffer | null {
  const own = countTurns(db, session);
  const newest = turnsUntil(db, session, null, NEWEST_TURNS);
  const { text, shown, omitted } = renderReminder({
    running,
    turns: remindedTurns(db, session),
    own,
    before: countRemembered(db, session) - own,
    language: languageOf([running ?? '', ...textsOf(newest)]),
    session,
    command,
    mark,
    formatTime,
    budget,
  });
  return text === '' ? null : { text, turns: shown, session, omitted };
}

function* remindedTurns(db: SqlConnection, session: string): Generator<RemindedTurn> {
  for (const { id, startedAt, request } of rememberedTurns(db, session)) {
    yield { id, startedAt, request, line: skeletonsOf(db, [id]).get(id) ?? '' };
  }
}
