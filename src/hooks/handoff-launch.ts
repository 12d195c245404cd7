import { type HandoffRecord, isRetryable, type StoppedBy } from '../core/auto-handoff.ts';
import type { Language } from '../core/language.ts';
import { type HandoffPlace, type HandoffText, handoffEn } from '../core/text/handoff-en.ts';
import { handoffJa } from '../core/text/handoff-ja.ts';
import { startDetached } from '../platform/detached.ts';
import { DETACHED } from '../platform/detached-words.ts';
import { claimHandoff, releaseHandoff } from '../platform/handoff-claim.ts';
import { writeHandoff } from '../platform/handoff-records.ts';
import { currentHandoff, failed } from '../platform/handoff-state.ts';
import type { HookContext } from './hook-context.ts';

export const handoffText = (locale: Language): HandoffText =>
  locale === 'ja' ? handoffJa : handoffEn;

/** Where a conversation goes on, for whoever sits before it. */
export function placeOfSuccessor(record: HandoffRecord): HandoffPlace {
  const { id, successor, remoteControl, desktop } = record;
  const isMoving = desktop.state === null || desktop.state === 'requested';
  return {
    id,
    successor: successor?.shortId ?? null,
    remote: remoteControl.wanted && remoteControl.state !== 'unavailable',
    desktop: desktop.state === 'opened' ? 'opened' : desktop.wanted && isMoving ? 'wanted' : null,
  };
}

/** Why a conversation is stopped, and what is known of it then. */
export interface Stop {
  readonly by: StoppedBy;
  readonly toolUseId?: string | null;
  readonly transcriptPath?: string | null;
  readonly effort?: string | null;
  readonly permissionMode?: string | null;
}

/**
 * Stops a conversation that may be, and starts what launches its successor: one of all that find out
 * at the same moment, whether by a tool, by its full context or by a prompt.
 * @returns the handoff as it stands then
 */
export function stopAndLaunch(
  context: HookContext,
  record: HandoffRecord,
  stop: Stop,
): HandoffRecord {
  const { layout, environment } = context;
  const { source } = record;
  const now = environment.now();
  if (!claimHandoff(layout, record, now)) return currentHandoff(layout, source, now) ?? record;
  /* Whoever had the claim before may have failed to launch meanwhile. */
  const current = currentHandoff(layout, source, now) ?? record;
  if (!isRetryable(current)) {
    releaseHandoff(layout, source);
    return current;
  }
  const stopped = stoppedBy(current, stop, now);
  writeHandoff(layout, stopped);
  if (startDetached(environment, [DETACHED.handoffWorker, source]) !== undefined) return stopped;
  const unstarted = { ...failed(stopped, 'handoff_worker_start_failed'), updatedAt: now };
  writeHandoff(layout, unstarted);
  releaseHandoff(layout, source);
  return unstarted;
}

function stoppedBy(record: HandoffRecord, stop: Stop, now: number): HandoffRecord {
  const { by, toolUseId = null, transcriptPath, effort, permissionMode } = stop;
  const { settings } = record;
  return {
    ...record,
    state: 'stopped',
    error: null,
    updatedAt: now,
    stopped: { by, at: now, toolUseId },
    transcriptPath: transcriptPath ?? record.transcriptPath,
    settings: {
      model: null,
      effort: effort ?? settings.effort,
      permissionMode: permissionMode ?? settings.permissionMode,
    },
    worker: null,
    inFlight: null,
  };
}
