import type { Succession } from '../core/handoff.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { type BeginningOffer, reminderOf, renderBeginning } from './beginning.ts';
import type { OfferFrame } from './offer.ts';
import { recordShown, shownMemory } from './shown-memory.ts';
import { goOnFrom } from './succession.ts';

/** A text that a session is given instead of a memory. The user is not told of it. */
export interface PointerOffer {
  readonly kind: 'index' | 'reminder';
  readonly texts: readonly string[];
  readonly notice: null;
  /** Spelled id of the conversation that it is mainly about; the reader itself for a reminder. */
  readonly predecessor: string;
  readonly why: Succession['why'] | null;
  /** What is named in it. */
  readonly included: number;
}

/** Points a fresh session to the project's memory and records that. Nothing is linked. One transaction. */
export function offerIndex(
  db: SqlConnection,
  { id, projectRoot: root }: StoredSession,
  frame: OfferFrame,
): PointerOffer | null {
  const beginning = renderBeginning(db, { id, root }, frame);
  return beginning && recorded(db, id, { kind: 'index', why: null, ...beginning }, frame);
}

/**
 * Lets a session go on from its predecessor as with its memory, but points to that instead of giving
 * it. One transaction. Null when there is nothing to go on from; then nothing is linked.
 */
export const offerIndexOf = (
  db: SqlConnection,
  { id, projectRoot: root }: StoredSession,
  succession: Succession,
  frame: OfferFrame,
): PointerOffer | null =>
  goOnFrom(db, id, succession, frame.now, () => {
    const { predecessor: cleared, why } = succession;
    const beginning = renderBeginning(db, { id, root, cleared }, frame);
    return beginning && recorded(db, id, { kind: 'index', why, ...beginning }, frame);
  });

/**
 * Reminds a session of its own memory after the host's compaction. One transaction.
 * @param running the request that is being worked on and not stored yet
 */
export function offerReminder(
  db: SqlConnection,
  { id }: StoredSession,
  running: string | null,
  frame: OfferFrame,
): PointerOffer | null {
  const reminder = reminderOf(db, id, frame, running);
  return reminder && recorded(db, id, { kind: 'reminder', why: null, ...reminder }, frame);
}

function recorded(
  db: SqlConnection,
  successor: string,
  { kind, why, text, turns, session }: BeginningOffer & Pick<PointerOffer, 'kind' | 'why'>,
  { mark, now }: OfferFrame,
): PointerOffer {
  const notice = null;
  const offer = { kind, texts: [text], notice, predecessor: session, why, included: turns };
  recordShown(db, successor, shownMemory(offer, mark), now);
  return offer;
}
