import type { Succession } from '../core/handoff.ts';
import { type Host, spell } from '../core/session.ts';
import type { InjectionFrame } from '../core/text/injection-en.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { renderMemory } from './memory-text.ts';
import type { OfferFrame } from './offer.ts';
import { countHandedOn, rememberedTurns } from './remembered.ts';
import { chooseSuccession } from './succession.ts';

/** Turns that are told of one by one; a memory may hold thousands. */
const MOST_TOLD = 200;

/** Why a turn is in the text or not. `older`: than one that does not fit. */
type TurnPlace = 'whole' | 'cut' | 'does-not-fit' | 'older';

export interface PreviewedTurn {
  readonly id: number;
  /** Spelled id of the session it happened in. */
  readonly session: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly why: TurnPlace;
  /** Of request and answer as stored, UTF-16 units. */
  readonly characters: number;
}

export interface MemoryPreview {
  /** The blocks. Empty when there is nothing to give, or the budget has no room. */
  readonly texts: readonly string[];
  /** Newest first, the newest 200. */
  readonly turns: readonly PreviewedTurn[];
  /** Turns there are. */
  readonly total: number;
}

/**
 * What a session that goes on from this one would be given now. Nothing is written.
 * @param host of the session that would read it
 */
export function previewMemory(
  db: SqlConnection,
  session: StoredSession,
  host: Host,
  as: InjectionFrame,
  frame: OfferFrame,
): MemoryPreview {
  const total = countHandedOn(db, session.id);
  if (total === 0) return { texts: [], turns: [], total };
  const turns = () => rememberedTurns(db, session.id);
  /* The reader has no id yet; this one is as long as its will be, so that the size is true. */
  const reader = spell({ host, id: session.ref.id });
  const { texts, included, clipped } = renderMemory(db, { reader, turns, total }, as, frame);
  const told: PreviewedTurn[] = [];
  for (const { id, session: from, startedAt, request, answer } of turns()) {
    if (told.length === MOST_TOLD) break;
    const why = clipped.includes(id) ? 'cut' : turnPlace(told.length, included);
    const characters = request.length + (answer ?? '').length;
    told.push({ id, session: from, startedAt, why, characters });
  }
  return { texts, turns: told, total };
}

function turnPlace(index: number, included: number): TurnPlace {
  if (index > included) return 'older';
  if (index === included) return 'does-not-fit';
  return 'whole';
}

/** Where a session would begin, and when (epoch milliseconds). `root` as `projectRoot` gives it. */
interface Place {
  readonly root: string;
  readonly directory: string;
  readonly now: number;
}

/** The session whose baton a fresh session would take; null when none waits there. */
export const waitingBaton = (db: SqlConnection, place: Place): string | null =>
  successionAt(db, place, null)?.predecessor ?? null;

/** How the session after `/clear` in a session's own window would go on from it. */
export const whyAfterClear = (
  db: SqlConnection,
  { id, projectRoot: root, firstCwd: directory }: StoredSession,
  now: number,
): 'baton' | 'clear' =>
  successionAt(db, { root, directory, now }, id)?.why === 'baton' ? 'baton' : 'clear';

const successionAt = (
  db: SqlConnection,
  { root, directory, now }: Place,
  predecessor: string | null,
): Succession | null => {
  const source = predecessor === null ? 'startup' : 'clear';
  const newborn = { bornAt: now, source, predecessor, root, directory, offer: null };
  return chooseSuccession(db, { id: '' }, newborn);
};
