import { shellCommand } from '../../core/shell-quote.ts';
import { windowsCommand } from '../../core/windows-command.ts';
import type { HookEntry, HookFormat } from '../hook-format.ts';
import { hookWords, type Invocation } from '../registration-command.ts';

/** What we register with Cursor. */
export const cursorFormat: HookFormat = {
  host: 'cursor',
  shape: 'flat',
  keepsPlaces: false,
  delivery: 'sessionStart',
  entries: [
    { event: 'sessionStart', verb: 'session-start', timeout: 10 },
    { event: 'beforeSubmitPrompt', verb: 'prompt-submit', timeout: 10 },
    { event: 'stop', verb: 'process-turn', timeout: 20 },
    { event: 'sessionEnd', verb: 'session-end', timeout: 10 },
  ],
  handler: (entry, invocation) => ({
    command: cursorCommand(invocation, entry),
    timeout: entry.timeout,
  }),
};

/** Cursor takes `//` for the begin of a comment, between quotes too. */
function cursorCommand(invocation: Invocation, entry: HookEntry): string {
  const words = hookWords(invocation, entry, 'cursor');
  return invocation.platform === 'win32'
    ? windowsCommand(words)
    : shellCommand(words.map((word) => word.replace(/\/{2,}/g, '/')));
}
