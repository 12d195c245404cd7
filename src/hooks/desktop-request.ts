import type { HandoffRecord } from '../core/auto-handoff.ts';
import { isToBeMoved } from '../core/desktop-opening.ts';
import type { TurnEndEvent } from '../core/event.ts';
import { startDetached } from '../platform/detached.ts';
import { DETACHED } from '../platform/detached-words.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import {
  hasHandoff,
  listHandoffs,
  readHandoff,
  writeHandoff,
} from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { livenessOf } from '../platform/process-identity.ts';
import type { HookContext } from './hook-context.ts';

/**
 * A successor's turn has ended: starts what moves it into the desktop application once it is idle.
 * The turn is stored whatever becomes of that.
 */
export function requestDesktop(context: HookContext, event: TurnEndEvent): void {
  try {
    request(context, event);
  } catch (error) {
    const about = { command: DETACHED.handoffDesktop, ...describeError(error) };
    countFailure(context.layout, 'hook_failed', about, event.at);
  }
}

function request(context: HookContext, { session, transcriptPath, at }: TurnEndEvent): void {
  const { layout, environment } = context;
  if (hasHandoff(layout, session.id)) return;
  const isIts = ({ source }: HandoffRecord): boolean => {
    const now = currentHandoff(layout, source, at);
    return now !== null && isToBeMoved(now, session.id, at);
  };
  const found = listHandoffs(layout).find(isIts);
  const record = found === undefined ? null : readHandoff(layout, found.source);
  if (record === null || isStillWritten(record)) return;
  const { desktop, successor } = record;
  const requested: HandoffRecord = {
    ...record,
    updatedAt: at,
    successor: { shortId: successor?.shortId ?? session.id.slice(0, 8), session: session.id },
    desktop: { ...desktop, state: 'requested', error: null },
  };
  writeHandoff(layout, requested);
  const words = [DETACHED.handoffDesktop, record.source, transcriptPath ?? ''];
  if (startDetached(environment, words) !== undefined) return;
  const unstarted = { ...desktop, state: 'failed', error: 'desktop_open_start_failed' } as const;
  writeHandoff(layout, { ...requested, desktop: unstarted });
}

/** Its worker has not noted yet that the successor took over, and would write over what is noted here. */
const isStillWritten = ({ state, worker }: HandoffRecord): boolean =>
  state !== 'sent' && state !== 'unknown' && worker !== null && livenessOf(worker) !== 'dead';
