import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';

/** The events whose answer Codex takes words from, by its own names. */
const NAMES: Readonly<Partial<Record<HostEvent['type'], string>>> = {
  'session-start': 'SessionStart',
  'prompt-submit': 'UserPromptSubmit',
};

/**
 * What Codex reads from a hook's stdout: one JSON object or nothing. A key too many makes the hook
 * fail, and after a turn nothing is the only answer that every version takes.
 */
export function renderCodexReply(answer: HookAnswer, on: HostEvent['type']): string {
  const hookEventName = NAMES[on];
  if (hookEventName === undefined) return '';
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'inject':
      return json({
        hookSpecificOutput: { hookEventName, additionalContext: answer.text },
        systemMessage: answer.notice,
      });
    case 'block':
      return on === 'prompt-submit' ? json({ decision: 'block', reason: answer.reason }) : '';
    default:
      return answer satisfies never;
  }
}

/** ASCII only: on Windows, Codex runs hooks in PowerShell, which may pass text on in another encoding. */
const json = (value: unknown): string =>
  JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
