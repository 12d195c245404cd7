import { shellCommand } from '../../core/shell-quote.ts';
import { powershellCommand } from '../../core/windows-command.ts';
import type { HookEntry, HookFormat } from '../hook-format.ts';
import { hookWords, type Invocation } from '../registration-command.ts';

/** What we register with Grok: its own limit would be 5 seconds. A turn ends in one of three ways. */
export const grokFormat: HookFormat = {
  host: 'grok',
  shape: 'nested',
  keepsPlaces: false,
  delivery: 'PreToolUse',
  entries: [
    { event: 'SessionStart', verb: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', verb: 'prompt-submit', timeout: 10 },
    { event: 'PreToolUse', verb: 'pre-tool-use', timeout: 10 },
    /* No start of a session is reported behind a compaction. */
    { event: 'PostCompact', verb: 'session-start', timeout: 10 },
    { event: 'Stop', verb: 'process-turn', timeout: 20 },
    { event: 'StopFailure', verb: 'process-turn', timeout: 20 },
    { event: 'StopCancelled', verb: 'process-turn', timeout: 20 },
    { event: 'SessionEnd', verb: 'session-end', timeout: 10 },
  ],
  handler: (entry, invocation) => ({
    type: 'command',
    command: grokCommand(invocation, entry),
    timeout: entry.timeout,
  }),
};

/**
 * Grok gives a line with blanks to `sh -c`, on Windows to PowerShell or Git Bash. It reads `$NAME`
 * as a variable wherever it stands, also between quotes: a dollar sign gets quotes of its own.
 */
function grokCommand(invocation: Invocation, entry: HookEntry): string {
  const words = hookWords(invocation, entry, 'grok');
  return invocation.platform === 'win32'
    ? powershellCommand(words)
    : shellCommand(words).replaceAll('$', () => "''$''");
}
