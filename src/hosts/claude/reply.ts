import type { HookAnswer } from '../hook-host.ts';

/** What Claude Code reads from a UserPromptSubmit hook's stdout: one JSON object or nothing. */
export function renderClaudeReply(answer: HookAnswer): string {
  switch (answer.kind) {
    case 'nothing':
      return '';
    case 'inject':
      return JSON.stringify({
        hookSpecificOutput: {
          hookEventName: 'UserPromptSubmit',
          additionalContext: answer.text,
        },
        systemMessage: answer.notice,
      });
    case 'block':
      return JSON.stringify({ decision: 'block', reason: answer.reason });
    default:
      return answer satisfies never;
  }
}
