import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';
import { renderHookReply } from '../hook-reply.ts';

/**
 * What Codex reads from a hook's stdout: one JSON object or nothing. A key too many makes the hook
 * fail, and after a turn nothing is the only answer that every version takes.
 */
export const renderCodexReply = (answer: HookAnswer, on: HostEvent['type']): string =>
  ascii(
    renderHookReply(answer, on, {
      on: { 'prompt-submit': 'UserPromptSubmit', 'session-start': 'SessionStart' },
      notices: true,
    }),
  );

/** On Windows, Codex runs hooks in PowerShell, which may pass text on in another encoding. */
const ascii = (json: string): string =>
  json.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
