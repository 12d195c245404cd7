import { randomUUID } from 'node:crypto';
import { type HandoffRecord, isSeat, isSuccessor } from '../core/auto-handoff.ts';
import { decideCompaction } from '../core/compaction-decision.ts';
import type { CompactionEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import { wantsDesktop } from '../hosts/claude/desktop-wish.ts';
import { lastEntrypoint, wantsRemoteControl } from '../hosts/claude/remote-control.ts';
import { successorExists } from '../hosts/claude/successor-transcript.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { isHandoffEnabled } from '../platform/auto-handoff-config.ts';
import { startDetached } from '../platform/detached.ts';
import { DETACHED } from '../platform/detached-words.ts';
import {
  hasHandoff,
  listHandoffs,
  removeHandoff,
  sweepHandoffs,
  writeHandoff,
} from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { appendLog } from '../platform/log.ts';
import { regularFileSize } from '../platform/regular-file.ts';
import { readDecision } from '../platform/session-marks.ts';
import { handoffText } from './handoff-launch.ts';
import { placeNow } from './handoff-place.ts';
import type { HookContext, Place } from './hook-context.ts';

/**
 * The host is about to compact: stops that where the conversation is to go on in a successor, and
 * writes down that it is. Whoever stops the conversation next (a tool, its full context, a prompt)
 * launches it.
 */
export function answerCompaction(context: HookContext, event: CompactionEvent): HookAnswer {
  const { layout, environment } = context;
  const { id } = event.session;
  let place: Place | null = null;
  const placed = (): Place => {
    place ??= placeNow(context, event);
    return place;
  };
  const record = event.agentId === null ? currentHandoff(layout, id, event.at) : null;
  const decision = decideCompaction({
    isSubagent: event.agentId !== null,
    isAutomatic: event.trigger === 'auto',
    record,
    isUnreadable: record === null && hasHandoff(layout, id),
    isSeat: isSeat(environment.variables, id),
    isEnabled: () => isHandoffEnabled(layout, placed()),
    isOff: () => readDecision(layout, event.session)?.what === 'off',
    isSdk: (environment.variables.CLAUDE_CODE_ENTRYPOINT ?? '').startsWith('sdk-'),
  });
  if (decision.what === 'skipped' && decision.withdraw) removeHandoff(layout, id);
  const requested =
    decision.what === 'requested' ? request(context, event, placed().directory) : null;
  const handoff = requested ?? (decision.what === 'already_requested' ? record : null);
  appendLog(
    layout,
    'decisions',
    {
      phase: event.type,
      session: spell(event.session),
      project_path: place === null ? null : placed().directory,
      trigger: event.trigger,
      auto_continuation: decision.what,
      handoff_id: handoff?.id ?? null,
      skip_reason: decision.what === 'skipped' ? decision.reason : null,
    },
    event.at,
  );
  if (handoff === null) return { kind: 'nothing' };
  return { kind: 'stop', reason: handoffText(environment.locale).requested({ id: handoff.id }) };
}

function request(
  { layout, environment }: HookContext,
  { session, transcriptPath, at }: CompactionEvent,
  directory: string,
): HandoffRecord {
  const { variables, platform } = environment;
  const entrypoint = transcriptPath === null ? null : lastEntrypoint(transcriptPath);
  const before = listHandoffs(layout).filter((record) => isSuccessor(record, session.id));
  const remoteControl = wantsRemoteControl(variables, {
    entrypoint,
    wantedBefore: before.some((record) => record.remoteControl.wanted),
  });
  const desktop = wantsDesktop(variables, platform, {
    entrypoint,
    wantedBefore: before.some((record) => record.desktop.wanted),
  });
  sweepHandoffs(layout, at, successorExists);
  const record: HandoffRecord = {
    id: randomUUID(),
    source: session.id,
    directory,
    transcriptPath,
    state: 'requested',
    error: null,
    requestedAt: at,
    updatedAt: at,
    failures: 0,
    stopped: null,
    settings: { model: null, effort: null, permissionMode: null },
    worker: null,
    inFlight: null,
    turn: null,
    successor: null,
    acceptedAt: null,
    remoteControl: { wanted: remoteControl, state: null },
    desktop: { wanted: desktop, state: null, error: null, openedAt: null },
  };
  removeHandoff(layout, session.id);
  writeHandoff(layout, record);
  const size = transcriptPath === null ? 0 : regularFileSize(transcriptPath);
  startDetached(environment, [DETACHED.handoffWatch, session.id, String(size)]);
  return record;
}
