import { shellCommand } from '../../core/shell-quote.ts';
import { windowsCommand } from '../../core/windows-command.ts';
import type { HookFormat } from '../hook-format.ts';
import { hookWords, type Invocation } from '../registration-command.ts';

/** What we register with Cursor. */
export const cursorFormat: HookFormat = {
  host: 'cursor',
  shape: 'flat',
  keepsPlaces: false,
  entries: [
    { event: 'sessionStart', verb: 'session-start', timeout: 10 },
    { event: 'beforeSubmitPrompt', verb: 'prompt-submit', timeout: 10 },
    { event: 'stop', verb: 'process-turn', timeout: 20 },
    { event: 'sessionEnd', verb: 'session-end', timeout: 10 },
  ],
  handler: ({ verb, timeout }, invocation) => ({
    command: cursorCommand(invocation, verb),
    timeout,
  }),
};

/** Cursor takes `//` for the begin of a comment, between quotes too. */
function cursorCommand(invocation: Invocation, verb: string): string {
  const words = hookWords(invocation, verb, 'cursor');
  return invocation.platform === 'win32'
    ? windowsCommand(words)
    : shellCommand(words.map((word) => word.replace(/\/{2,}/g, '/')));
}
