import type { SqlConnection } from '../store/connection.ts';
import { sharedSessions } from '../store/shared-sessions.ts';
import { firstStartAfter } from '../store/turn-spans.ts';
import {
  countTurnsUntil,
  type StoredTurn,
  type TurnPosition,
  turnsBefore,
  turnsUntil,
} from '../store/turns.ts';
import { segments } from './remembered.ts';

const LOOKED_AT = 50;
const PAGE = 20;

/** A session with what it remembers and no newer session of the project does. Times are epoch milliseconds. */
export interface Conversation {
  /** Spelled id. */
  readonly session: string;
  readonly turns: number;
  readonly firstTurnAt: number;
  readonly lastTurnAt: number;
  readonly newestFirst: () => Iterable<StoredTurn>;
}

/** Turns of one session after `after` (null: from the first) up to `until`. */
interface Stretch {
  readonly session: string;
  readonly after: TurnPosition | null;
  readonly until: TurnPosition;
  readonly turns: number;
}

/**
 * The conversations of a project, the one with the newest turn first, those that nobody typed into
 * last, without those that were switched off. Each turn belongs to the first one that remembers it, so that has all its session remembers.
 */
export function recentConversations(db: SqlConnection, root: string): readonly Conversation[] {
  const told = new Map<string, TurnPosition>();
  return sharedSessions(db, root, LOOKED_AT, true).flatMap((id) => {
    const stretches = untold(db, id, told);
    for (const { session, until } of stretches) told.set(session, until);
    const [newest] = stretches;
    const oldest = stretches.at(-1);
    if (newest === undefined || oldest === undefined) return [];
    const lastTurnAt = newest.until.startedAt;
    return {
      session: id,
      turns: stretches.reduce((sum, { turns }) => sum + turns, 0),
      firstTurnAt: firstStartAfter(db, oldest.session, oldest.after) ?? lastTurnAt,
      lastTurnAt,
      newestFirst: () => turnsOf(db, stretches),
    };
  });
}

/** What a session remembers and no newer conversation has told, newest first. */
function untold(
  db: SqlConnection,
  id: string,
  told: ReadonlyMap<string, TurnPosition>,
): readonly Stretch[] {
  const stretches: Stretch[] = [];
  for (const { session, until: end } of segments(db, id)) {
    const [until] = turnsUntil(db, session, end, 1);
    if (until === undefined) continue;
    const after = told.get(session) ?? null;
    const before = after === null ? 0 : countTurnsUntil(db, session, after);
    if (after === null || isAfter(until, after))
      stretches.push({
        session,
        after,
        until,
        turns: countTurnsUntil(db, session, until) - before,
      });
    /* Whoever told the older turns of this session has told what it goes on from as well. */
    if (after !== null) break;
  }
  return stretches;
}

function* turnsOf(db: SqlConnection, stretches: readonly Stretch[]): Generator<StoredTurn> {
  for (const { session, after, until } of stretches) {
    let page = turnsUntil(db, session, until, PAGE);
    while (page.length > 0) {
      const wanted = after === null ? page : page.filter((turn) => isAfter(turn, after));
      yield* wanted;
      const oldest = wanted.length < page.length ? undefined : page.at(-1);
      page = oldest === undefined ? [] : turnsBefore(db, session, oldest, PAGE);
    }
  }
}

const isAfter = (a: TurnPosition, b: TurnPosition): boolean =>
  (a.startedAt - b.startedAt || a.number - b.number || a.id - b.id) > 0;
