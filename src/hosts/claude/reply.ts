import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';
import { renderHookReply } from '../hook-reply.ts';

/** What Claude Code reads from a hook's stdout. */
export const renderClaudeReply = (answer: HookAnswer, on: HostEvent['type']): string =>
  renderHookReply(answer, on, {
    on: { 'prompt-submit': 'UserPromptSubmit', 'session-start': 'SessionStart' },
    notices: true,
  });
