import {
  handoffContextText,
  renderSupplement,
  type SupplementSection,
  withGuidance,
} from '../core/render/handoff-context.ts';
import { renderPast } from '../core/render/past-conversations.ts';
import { sha256 } from '../platform/sha256.ts';
import type { SqlConnection } from '../store/connection.ts';
import { knownRoot } from '../store/projects.ts';
import type { StoredTurn } from '../store/turns.ts';
import { languageOfTurns, memoryTurns, renderMemory } from './memory-text.ts';
import type { OfferFrame } from './offer.ts';
import { type Conversation, recentConversations } from './recent-sessions.ts';
import { countHandedOn, rememberedTurns } from './remembered.ts';

/** Whether the model is to tell its user that it remembers. */
export type Disclosure = 'visible' | 'silent';

/** How a launcher's text is made. The budget counts characters, for the whole text. */
export type LauncherFrame = Pick<OfferFrame, 'budget' | 'command' | 'formatTime'>;

/** What a launcher adds before the memory. */
export interface Supplement {
  readonly sections: readonly SupplementSection[];
}

export interface HandoffContext {
  /** Spelled id. */
  readonly session: string;
  readonly text: string;
}

/** A conversation in a launcher's text. Times are epoch milliseconds. */
export interface HandedSession {
  readonly session: string;
  readonly role: 'current' | 'past';
  readonly firstTurnAt: number;
  readonly lastTurnAt: number;
  readonly turns: number;
  /** 0: named without its text. */
  readonly included: number;
}

interface RecentContext extends HandoffContext {
  readonly sessions: readonly HandedSession[];
}

/** Between a supplement and the memory, and between the current conversation and earlier ones. */
const GAP = '\n\n';

/**
 * The same behind what the launcher adds, both within the budget; without any memory the addition alone.
 * @returns null when there is no room for both
 */
export function supplementedContext(
  db: SqlConnection,
  session: string,
  { sections }: Supplement,
  disclosure: Disclosure,
  frame: LauncherFrame,
): HandoffContext | null {
  const turns = () => rememberedTurns(db, session);
  const supplement = renderSupplement(sections, languageOfTurns(turns()));
  const { limit } = frame.budget;
  if (supplement.length > limit) return null;
  if (countHandedOn(db, session) === 0) return { session, text: supplement };
  const left = { ...frame.budget, limit: limit - supplement.length - GAP.length };
  const memory = contextOf(db, session, disclosure, { ...frame, budget: left });
  return memory && { session, text: supplement + GAP + memory.text };
}

/**
 * The project's newest conversation as {@link contextOf} gives it, then earlier ones in what is left of
 * the budget; their text only if nothing of the newest is left out.
 */
export function recentContext(
  db: SqlConnection,
  root: string,
  disclosure: Disclosure,
  frame: LauncherFrame,
): RecentContext | null {
  const [current, ...past] = recentConversations(db, knownRoot(db, root));
  if (current === undefined) return null;
  const newest = contextOf(db, current.session, disclosure, frame);
  if (newest === null) return null;
  const { text, included, cut } = newest;
  const earlier = renderPast({
    language: languageOfTurns(current.newestFirst()),
    conversations: past.map((one) => ({
      ...one,
      newestFirst: () => memoryTurns(db, one.newestFirst()),
    })),
    withTexts: included === current.turns && !cut,
    room: frame.budget.limit - text.length - GAP.length,
    mark: `${markOf(current.session, current.newestFirst())}-past`,
    command: frame.command,
    formatTime: frame.formatTime,
  });
  const handed = earlier.shown.map(({ of, included: count }) => handedSession(of, 'past', count));
  return {
    session: current.session,
    text: earlier.text === '' ? text : text + GAP + earlier.text,
    sessions: [handedSession(current, 'current', included), ...handed],
  };
}

interface Given extends HandoffContext {
  readonly included: number;
  readonly cut: boolean;
}

/**
 * A session's memory for a launcher that puts it into a first prompt: the work goes on. The same memory
 * gives the same text. Nothing is linked, spent or recorded.
 * @returns null when there is nothing to give, or no room for it
 */
export function contextOf(
  db: SqlConnection,
  session: string,
  disclosure: Disclosure,
  { budget, command, formatTime }: LauncherFrame,
): Given | null {
  const turns = () => rememberedTurns(db, session);
  const total = countHandedOn(db, session);
  if (total === 0) return null;
  const words = handoffContextText(languageOfTurns(turns()));
  const line = disclosure === 'visible' ? words.disclosure({ turns: total }) : null;
  const limit = budget.limit - (line === null ? 0 : line.length + 1);
  const { texts, included, clipped } = renderMemory(
    db,
    { reader: session, turns, total },
    'baton',
    {
      budget: { ...budget, limit },
      command,
      mark: markOf(session, turns()),
      formatTime,
      pages: 1,
    },
  );
  const [text] = texts;
  if (text === undefined) return null;
  return {
    session,
    text: line === null ? text : withGuidance(text, line),
    included,
    cut: clipped.length > 0,
  };
}

/** Not random: a launcher may compare texts. */
function markOf(session: string, turns: Iterable<StoredTurn>): string {
  const [newest] = turns;
  return `tl-${sha256(Buffer.from(`${session} ${newest?.key ?? ''}`)).slice(0, 16)}`;
}

const handedSession = (
  {
    session,
    firstTurnAt,
    lastTurnAt,
    turns,
  }: Pick<Conversation, 'session' | 'firstTurnAt' | 'lastTurnAt' | 'turns'>,
  role: HandedSession['role'],
  included: number,
): HandedSession => ({ session, role, firstTurnAt, lastTurnAt, turns, included });
