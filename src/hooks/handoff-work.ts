import { isWithdrawn } from '../core/auto-handoff.ts';
import type {
  CompactionEvent,
  HostEvent,
  PromptEvent,
  ToolStartEvent,
  TurnEndEvent,
} from '../core/event.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { readHandoff, removeHandoff } from '../platform/handoff-records.ts';
import type { PendingHandoff } from '../platform/session-marks.ts';
import { answerCompaction } from './compaction-stop.ts';
import { requestDesktop } from './desktop-request.ts';
import { acceptHandoff, confirmHandoff } from './handoff-acceptance.ts';
import { passOnPrompt } from './handoff-prompt.ts';
import type { HookContext } from './hook-context.ts';
import { stopTool } from './tool-stop.ts';

/** What hooks do for conversations that are handed over, and for their successors. */
export interface HandoffWork {
  readonly answerCompaction: (context: HookContext, event: CompactionEvent) => HookAnswer;
  readonly stopTool: (context: HookContext, event: ToolStartEvent) => HookAnswer;
  readonly passOnPrompt: (context: HookContext, event: PromptEvent) => HookAnswer | null;
  readonly acceptHandoff: (context: HookContext, event: PromptEvent) => PendingHandoff | null;
  readonly confirmHandoff: (
    context: HookContext,
    event: PromptEvent,
    pending: PendingHandoff | null,
  ) => void;
  readonly dropUnused: (context: HookContext, event: HostEvent) => void;
  readonly requestDesktop: (context: HookContext, event: TurnEndEvent) => void;
}

export const handoffWork: HandoffWork = {
  answerCompaction,
  stopTool,
  passOnPrompt,
  acceptHandoff,
  confirmHandoff,
  dropUnused,
  requestDesktop,
};

/**
 * The turn ended without a tool, so there is nothing to hand over; or the host has compacted after
 * all, so the next full context is another one.
 */
function dropUnused({ layout }: HookContext, { session, type }: HostEvent): void {
  const record = readHandoff(layout, session.id);
  if (record === null) return;
  const isUnused = type === 'session-start' ? isWithdrawn(record) : record.state === 'requested';
  if (isUnused) removeHandoff(layout, session.id);
}
