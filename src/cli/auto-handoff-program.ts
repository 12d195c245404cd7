import type { Environment } from '../platform/environment.ts';
import { runProgram } from '../platform/run-program.ts';

/** The program that starts a successor. `unfit`: it knows no conversations in the background. */
export type SuccessorProgram =
  | { readonly kind: 'missing' }
  | { readonly kind: 'fits'; readonly path: string }
  /** `version` and `problem` (the system's words) may be empty. */
  | {
      readonly kind: 'unfit';
      readonly path: string;
      readonly version: string;
      readonly problem: string;
    };

/** A program that asks for something never ends by itself. */
const PATIENCE_MS = 20_000;

/**
 * Starts it for its help alone.
 * @param path null where there is none
 */
export function successorProgram(
  path: string | null,
  { variables, home }: Pick<Environment, 'variables' | 'home'>,
): SuccessorProgram {
  if (path === null) return { kind: 'missing' };
  const asked = { cwd: home, variables, timeout: PATIENCE_MS };
  const { status, stdout, problem } = runProgram(path, ['--help'], asked);
  if (status === 0 && /(?:^|\s)--bg\b/.test(stdout)) return { kind: 'fits', path };
  const { stdout: said } = runProgram(path, ['--version'], asked);
  return { kind: 'unfit', path, version: said.trim().split('\n', 1).join(''), problem };
}
