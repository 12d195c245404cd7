import { jsonRules } from '../json-rules.ts';
import { READING_COMMANDS, type RecallPermission } from '../recall-permission.ts';
import { agentCommand } from '../registration-command.ts';

/**
 * What Claude Code is told to let run: it compares the line as quoted, and asks for every part of a
 * longer one (2.1.332). None on Windows, where none was tried.
 */
export const claudeRecall: RecallPermission = {
  asks: true,
  rules: (invocation) =>
    invocation.platform === 'win32'
      ? []
      : READING_COMMANDS.map((command) => {
          const line = agentCommand(invocation, command.verb, 'git-bash');
          return `Bash(${line}${command.arguments === 'any' ? ':*' : ''})`;
        }),
  list: jsonRules,
};
