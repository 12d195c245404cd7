import { FileRefusal } from '../core/file-refusal.ts';
import type { Host } from '../core/session.ts';
import type { InstallText } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import type { RegistrationPlan } from '../hosts/registration-plan.ts';
import type { RegistrationOptions, Target } from './registration-options.ts';

/** What was planned for a host, or why it was left as it is. */
export type Attempt = Planned | { readonly target: Target; readonly error: FileRefusal };

export interface Planned {
  readonly target: Target;
  readonly plan: RegistrationPlan;
  readonly error: null;
}

const isPlanned = (attempt: Attempt): attempt is Planned => attempt.error === null;

/**
 * Plans for each host; one whose files cannot be edited does not hinder the others.
 * @throws {UserError} when none can be planned for
 */
export const planEach = (
  targets: readonly Target[],
  text: InstallText,
  plan: (target: Target) => RegistrationPlan,
): readonly Attempt[] =>
  unlessAllFailed(
    targets.map((target) => attempt(target, () => ({ target, plan: plan(target), error: null }))),
    text,
  );

/**
 * Carries out what was planned, host by host.
 * @throws {UserError} when nothing could be carried out
 */
export const applyEach = (
  attempts: readonly Attempt[],
  text: InstallText,
  apply: (planned: Planned) => void,
): readonly Attempt[] =>
  unlessAllFailed(
    attempts.map((planned) => {
      if (!isPlanned(planned)) return planned;
      return attempt(planned.target, () => {
        apply(planned);
        return planned;
      });
    }),
    text,
  );

function unlessAllFailed(attempts: readonly Attempt[], text: InstallText): readonly Attempt[] {
  const errors = attempts.flatMap(({ error }) => error ?? []);
  if (errors.length > 0 && !attempts.some(isPlanned)) {
    throw new UserError(errors.map(text.refusal).join(' '));
  }
  return attempts;
}

/**
 * Does what concerns all hosts.
 * @throws {UserError} in the user's words where a file hinders it
 */
export function attemptForAll<T>(text: InstallText, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    throw new UserError(text.refusal(error), error.exitCode, { cause: error });
  }
}

export const plansOf = (attempts: readonly Attempt[]): readonly Planned[] =>
  attempts.filter(isPlanned);

export const failuresOf = (attempts: readonly Attempt[]): readonly Exclude<Attempt, Planned>[] =>
  attempts.filter((one): one is Exclude<Attempt, Planned> => !isPlanned(one));

function attempt(target: Target, work: () => Planned): Attempt {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof FileRefusal)) throw error;
    return { target, error };
  }
}

/** 1 when a host failed, 3 when one that was named has nothing to register in. */
export function exitCodeOf(
  { named }: RegistrationOptions,
  without: readonly Host[],
  attempts: readonly Attempt[],
): 0 | 1 | 3 {
  if (failuresOf(attempts).length > 0) return 1;
  return named !== null && without.length > 0 ? 3 : 0;
}
