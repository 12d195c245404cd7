import type { HostEvent } from '../core/event.ts';
import type { HookAnswer } from './hook-host.ts';

/** The one event of a host whose answer carries a memory, by its type and by the host's name for it. */
export interface Delivery {
  readonly on: HostEvent['type'];
  readonly eventName: string;
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
      return on === delivery.on ? memory(answer, delivery) : '';
    case 'block':
      return on === 'prompt-submit'
        ? JSON.stringify({ decision: 'block', reason: answer.reason })
        : '';
    default:
      return answer satisfies never;
  }
}

const memory = (
  { text, notice }: { readonly text: string; readonly notice: string },
  { eventName, notices }: Delivery,
): string =>
  JSON.stringify({
    hookSpecificOutput: { hookEventName: eventName, additionalContext: text },
    ...(notices ? { systemMessage: notice } : {}),
  });
