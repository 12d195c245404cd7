import type { SessionStartEvent } from '../core/event.ts';
import { parseSession, type SessionRef, spell } from '../core/session.ts';
import { exclusiveIn } from '../platform/config.ts';
import { isCheckDue } from '../platform/integrity-record.ts';
import { appendLog } from '../platform/log.ts';
import { retryMaintenance } from '../platform/maintenance-mark.ts';
import {
  allOpenMarks,
  createPending,
  isNewborn,
  openMarks,
  type PendingHandoff,
  readDecision,
  readPending,
  removeEnd,
  removePending,
  sessionDirectories,
  writeDecision,
} from '../platform/session-marks.ts';
import {
  readWindow,
  recordWindow,
  sessionIn,
  type WindowRecord,
} from '../platform/window-record.ts';
import { type HookContext, type Place, placeOf } from './hook-context.ts';
import { isLeft } from './left-mark.ts';

/** More marked sessions than this are worth a look whether they are still needed. */
const MANY_SESSIONS = 32;

/**
 * Writes down what the session's first prompt will need to decide, and asks for maintenance when
 * sessions of the project were left unfinished or a check is due. Opens no database.
 */
export function sessionStart(context: HookContext, event: SessionStartEvent): void {
  removeEnd(context.layout, event.session);
  const place = placeOf(context, event);
  const window = windowBefore(context, event);
  const predecessor = predecessorOf(event, place, window);
  const intent = intend(context, event, place, predecessor);
  noteWindow(context, event, place, window);
  appendLog(
    context.layout,
    'decisions',
    {
      phase: 'session-start',
      session: spell(event.session),
      source: event.source,
      root: place.root,
      intent,
      predecessor,
      ambiguous_window: window?.ambiguous ?? null,
    },
    event.at,
  );
  if (needsSweep(context, event, place)) retryMaintenance(context.layout, event.at);
}

const windowBefore = ({ layout }: HookContext, event: SessionStartEvent): WindowRecord | null =>
  event.window === null ? null : readWindow(layout, event.window);

/** Only a `/clear` goes on in the same window; a fresh start may follow a baton. */
function predecessorOf(
  event: SessionStartEvent,
  { root }: Place,
  window: WindowRecord | null,
): string | null {
  if (event.source !== 'clear' || window === null || window.ambiguous) return null;
  const before = sessionIn(window, root)?.session ?? null;
  return before === spell(event.session) ? null : before;
}

/** @returns what was intended, for the log */
function intend(
  context: HookContext,
  event: SessionStartEvent,
  place: Place,
  predecessor: string | null,
): string {
  const { layout } = context;
  if (readPending(layout, event.session) !== null) return 'kept';
  if (readDecision(layout, event.session) !== null) return 'decided';
  const { source, at, session } = event;
  if (source === 'startup' || source === 'clear') {
    if (!event.attended && source !== 'clear') {
      writeDecision(layout, session, { what: 'capture-only', at, ...place });
      return 'capture-only';
    }
    const fresh = { bornAt: at, source, predecessor, offer: null, ...place };
    const handed = handedOn(context, predecessor);
    createPending(layout, session, handed?.pending ?? fresh);
    /* Last, so that a hook killed in between leaves it twice rather than nowhere. */
    if (handed !== null) removePending(layout, handed.from);
    return 'pending';
  }
  writeDecision(layout, session, { what: 'history', at, ...place });
  return 'history';
}

/**
 * A session that was cleared before its first prompt hands its own handoff on: of two `/clear` in a
 * row nothing is lost.
 */
function handedOn(
  { layout }: HookContext,
  predecessor: string | null,
): { readonly from: SessionRef; readonly pending: PendingHandoff } | null {
  const ref = predecessor === null ? null : parseSession(predecessor);
  if (!ref?.ok || openMarks(layout, ref.value).length > 0) return null;
  const pending = readPending(layout, ref.value);
  if (pending === null || pending.offer !== null || pending.late) return null;
  if (!isNewborn(pending)) return null;
  return { from: ref.value, pending };
}

/** A process without a terminal that starts a second session without `/clear` or resume is a daemon. */
function noteWindow(
  { layout }: HookContext,
  event: SessionStartEvent,
  { root }: Place,
  before: WindowRecord | null,
): void {
  if (event.window === null) return;
  const other = before?.sessions[root]?.session;
  const session = spell(event.session);
  const another = event.source === 'startup' && other !== undefined && other !== session;
  const ambiguous = another && event.window.kind !== 'terminal';
  const { transcriptPath, at } = event;
  recordWindow(layout, event.window, root, { session, transcriptPath, at, ambiguous });
}

function needsSweep({ layout }: HookContext, event: SessionStartEvent, { root }: Place): boolean {
  if (isCheckDue(layout, event.at)) return true;
  if (sessionDirectories(layout).length > MANY_SESSIONS) return true;
  const own = spell(event.session);
  const exclusive = exclusiveIn(layout.root);
  return allOpenMarks(layout).some(
    (mark) => mark.root === root && mark.session !== own && isLeft(mark, event.at, exclusive),
  );
}
