import { shellCommand } from '../../core/shell-quote.ts';
import type { HookFormat } from '../hook-format.ts';
import { hookWords } from '../registration-command.ts';

/**
 * What we register with Claude Code. POSIX: a shell line. Windows: program and arguments apart,
 * because there the line may reach Git Bash or PowerShell, which quote differently.
 */
export const claudeFormat: HookFormat = {
  host: 'claude',
  shape: 'nested',
  keepsPlaces: false,
  delivery: 'UserPromptSubmit',
  entries: [
    { event: 'SessionStart', verb: 'session-start', timeout: 10 },
    { event: 'UserPromptSubmit', verb: 'prompt-submit', timeout: 10 },
    { event: 'Stop', verb: 'process-turn', timeout: 20 },
    { event: 'StopFailure', verb: 'process-turn', timeout: 20 },
    { event: 'SessionEnd', verb: 'session-end', timeout: 10 },
  ],
  handoff: [
    { event: 'PreCompact', verb: 'pre-compact', timeout: 20 },
    { event: 'PreToolUse', verb: 'pre-tool-use', timeout: 15 },
  ],
  handler(entry, invocation) {
    const { timeout } = entry;
    const words = hookWords(invocation, entry, 'claude');
    const [command, ...args] = words;
    return invocation.platform === 'win32'
      ? { type: 'command', command, args, timeout }
      : { type: 'command', command: shellCommand(words), timeout };
  },
};
