import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';

/**
 * What Grok reads from a hook's stdout: a memory before a tool, a block at a prompt. Whatever else a
 * hook prints is for nobody, or stops something.
 */
export function renderGrokReply(answer: HookAnswer, on: HostEvent['type']): string {
  if (answer.kind === 'inject' && on === 'pre-tool-use') {
    return JSON.stringify({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: answer.text },
    });
  }
  if (answer.kind === 'block' && on === 'prompt-submit') {
    return JSON.stringify({ decision: 'block', reason: answer.reason });
  }
  return '';
}
