import { shellCommand } from '../../core/shell-quote.ts';
import { windowsCommand } from '../../core/windows-command.ts';
import type { HookFormat } from '../hook-format.ts';
import { hookWords } from '../registration-command.ts';

/**
 * What we register with Codex, which knows a hook by its position in the file. A file that Windows
 * and Linux share has a command for each: this side writes its own and leaves the other's as it is.
 */
export const codexFormat: HookFormat = {
  host: 'codex',
  shape: 'nested',
  keepsPlaces: true,
  entries: [
    {
      event: 'SessionStart',
      verb: 'session-start',
      timeout: 10,
      matcher: 'startup|resume|clear|compact',
    },
    { event: 'UserPromptSubmit', verb: 'prompt-submit', timeout: 10 },
    { event: 'Stop', verb: 'process-turn', timeout: 20 },
    { event: 'Interrupt', verb: 'process-turn', timeout: 20 },
    { event: 'SessionEnd', verb: 'session-end', timeout: 10 },
  ],
  handler({ verb, timeout }, invocation, present) {
    const words = hookWords(invocation, verb, 'codex');
    const isWindows = invocation.platform === 'win32';
    const commands = isWindows
      ? {
          command: stringOr(present?.command, shellCommand(words)),
          commandWindows: windowsCommand(words),
        }
      : { command: shellCommand(words), ...otherSide(present?.commandWindows) };
    return { type: 'command', ...commands, timeout };
  },
};

const stringOr = (value: unknown, other: string): string =>
  typeof value === 'string' ? value : other;

const otherSide = (commandWindows: unknown): { readonly commandWindows?: string } =>
  typeof commandWindows === 'string' ? { commandWindows } : {};
