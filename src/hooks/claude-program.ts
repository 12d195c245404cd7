import { claudePrograms, successorEnvironment } from '../hosts/claude/successor.ts';
import { type ProgramOutcome, runProgram } from '../platform/run-program.ts';
import type { HookContext } from './hook-context.ts';

/**
 * Runs Claude Code for a moment, as if nobody's conversation had started it.
 * @param run.timeout milliseconds
 * @returns null where there is none
 */
export function runClaude(
  { environment }: HookContext,
  args: readonly string[],
  { cwd, timeout }: { readonly cwd: string; readonly timeout: number },
): ProgramOutcome | null {
  const { variables, platform } = environment;
  for (const program of claudePrograms(variables, platform)) {
    const run = { cwd, variables: successorEnvironment(variables), timeout };
    const outcome = runProgram(program, args, run);
    if (!outcome.missing) return outcome;
  }
  return null;
}
