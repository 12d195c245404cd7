import type { HostEvent } from '../core/event.ts';
import type { HookAnswer } from './hook-host.ts';

/** The events of a host whose answers reach the model. */
export interface Delivery {
  /** The host's name for each of them. */
  readonly on: Partial<Readonly<Record<HostEvent['type'], string>>>;
  /** The host shows `systemMessage` to the user. */
  readonly notices: boolean;
}

/** The reply to hosts that take Claude Code's shape: one JSON object, or nothing. */
export function renderHookReply(
  answer: HookAnswer,
  on: HostEvent['type'],
  delivery: Delivery,
): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'inject':
      return context(answer, delivery.on[on], delivery.notices);
    case 'block':
      return on === 'prompt-submit'
        ? JSON.stringify({ decision: 'block', reason: answer.reason })
        : '';
    case 'stop':
      return on === 'pre-tool-use' ? stop(answer.reason) : '';
    default:
      return answer satisfies never;
  }
}

/** `continue: false` alone would let the tool run first. */
const stop = (reason: string): string =>
  JSON.stringify({
    continue: false,
    stopReason: reason,
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  });

const context = (
  { text, notice }: { readonly text: string; readonly notice: string | null },
  eventName: string | undefined,
  notices: boolean,
): string =>
  eventName === undefined
    ? ''
    : JSON.stringify({
        hookSpecificOutput: { hookEventName: eventName, additionalContext: text },
        ...(notices && notice !== null ? { systemMessage: notice } : {}),
      });
