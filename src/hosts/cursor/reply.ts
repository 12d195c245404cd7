import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';

/**
 * What Cursor reads from a hook's stdout: one JSON object or nothing. A memory reaches the model at
 * the start of a session alone, and only a prompt can be held back; anything an event does not know
 * may count as a refusal there, so it gets nothing.
 */
export function renderCursorReply(answer: HookAnswer, on: HostEvent['type']): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'inject':
      return on === 'session-start' ? JSON.stringify({ additional_context: answer.text }) : '';
    case 'stop':
      return '';
    case 'block':
      return on === 'prompt-submit'
        ? JSON.stringify({ continue: false, user_message: answer.reason })
        : '';
    default:
      return answer satisfies never;
  }
}
