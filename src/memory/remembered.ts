import type { SqlConnection } from '../store/connection.ts';
import { findLink } from '../store/links.ts';
import { isShared } from '../store/shared-sessions.ts';
import {
  countTurnsUntil,
  type StoredTurn,
  type TurnPosition,
  turnsBefore,
  turnsUntil,
} from '../store/turns.ts';

const PAGE = 20;

/** One session's share of a memory: its turns up to and including `until` (null: all of them). */
interface Segment {
  readonly session: string;
  readonly until: TurnPosition | null;
}

/**
 * What a session remembers, session by session, newest first: its own turns, then its predecessor's
 * up to the link, and so on back. A link to a session that had no turn then leads on to its link; one
 * to a session that was switched off leads nowhere.
 */
export function* segments(db: SqlConnection, session: string): Generator<Segment> {
  const seen = new Set([session]);
  yield { session, until: null };
  let link = findLink(db, session);
  while (link !== null && !seen.has(link.predecessor) && isShared(db, link.predecessor)) {
    seen.add(link.predecessor);
    if (link.upTo !== null) yield { session: link.predecessor, until: link.upTo };
    link = findLink(db, link.predecessor);
  }
}

/** The turns a session remembers, newest first, read page by page. */
export function* rememberedTurns(db: SqlConnection, session: string): Generator<StoredTurn> {
  for (const segment of segments(db, session)) {
    let page = turnsUntil(db, segment.session, segment.until, PAGE);
    while (page.length > 0) {
      yield* page;
      const oldest = page.at(-1);
      page = oldest === undefined ? [] : turnsBefore(db, segment.session, oldest, PAGE);
    }
  }
}

export function countRemembered(db: SqlConnection, session: string): number {
  let count = 0;
  for (const segment of segments(db, session)) {
    count += countTurnsUntil(db, segment.session, segment.until);
  }
  return count;
}

/** How many turns another session is given of what this one remembers: none once it was switched off. */
export const countHandedOn = (db: SqlConnection, session: string): number =>
  isShared(db, session) ? countRemembered(db, session) : 0;
