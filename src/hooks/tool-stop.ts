import { isRetryable, isSeat, isWithdrawn } from '../core/auto-handoff.ts';
import type { ToolStartEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { hasHandoff, removeHandoff } from '../platform/handoff-records.ts';
import { currentHandoff } from '../platform/handoff-state.ts';
import { appendLog } from '../platform/log.ts';
import { handoffText, placeOfSuccessor, stopAndLaunch } from './handoff-launch.ts';
import type { HookContext } from './hook-context.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };

/**
 * A tool is about to run: without a handoff of its conversation one `stat` and out; with one the
 * conversation stops here and points to its successor. Never opens the database.
 */
export function stopTool(context: HookContext, event: ToolStartEvent): HookAnswer {
  const { layout, environment } = context;
  const { id } = event.session;
  if (event.agentId !== null || !hasHandoff(layout, id)) return NOTHING;
  const record = currentHandoff(layout, id, environment.now());
  if (record === null || isWithdrawn(record)) return NOTHING;
  if (isRetryable(record) && isSeat(environment.variables, id)) {
    removeHandoff(layout, id);
    return NOTHING;
  }
  const now = isRetryable(record)
    ? stopAndLaunch(context, record, { ...event, by: 'tool' })
    : record;
  if (isWithdrawn(now)) return NOTHING;
  const about = { session: spell(event.session), handoff: now.id, tool_name: event.toolName };
  appendLog(layout, 'decisions', { phase: 'pre-tool-use-stop', ...about }, event.at);
  return { kind: 'stop', reason: handoffText(environment.locale).stopped(placeOfSuccessor(now)) };
}
