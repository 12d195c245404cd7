import { shellCommand } from '../../core/shell-quote.ts';
import { isWindowsCommand, windowsCommand } from '../../core/windows-command.ts';
import type { HookFormat } from '../hook-format.ts';
import { hookWords } from '../registration-command.ts';
import { CODEX_HOOK_ENTRIES } from './hook-entries.ts';

type Commands = { readonly command: string; readonly commandWindows?: string };
type Present = Readonly<Record<string, unknown>> | null;

/**
 * What we register with Codex, which knows a hook by its position in the file. A file that Windows
 * and Linux share has a command for each: this side writes its own and leaves the other's as it is.
 */
export const codexFormat: HookFormat = {
  host: 'codex',
  shape: 'nested',
  keepsPlaces: true,
  delivery: 'UserPromptSubmit',
  entries: CODEX_HOOK_ENTRIES,
  handler(entry, invocation, present) {
    const { timeout } = entry;
    const words = hookWords(invocation, entry, 'codex');
    const commands =
      invocation.platform === 'win32' ? onWindows(words, present) : elsewhere(words, present);
    return { type: 'command', ...commands, timeout };
  },
};

/** `command` is for systems without a command of their own, and for versions that know no other. */
function onWindows(words: readonly string[], present: Present): Commands {
  const commandWindows = windowsCommand(words);
  const other = present?.command;
  const isOfOther = typeof other === 'string' && !isWindowsCommand(other);
  return { command: isOfOther ? other : commandWindows, commandWindows };
}

function elsewhere(words: readonly string[], present: Present): Commands {
  const command = shellCommand(words);
  const other = present?.commandWindows ?? present?.command;
  const isOfOther = typeof other === 'string' && isWindowsCommand(other);
  return isOfOther ? { command, commandWindows: other } : { command };
}
