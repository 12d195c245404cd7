import type { FileFault } from '../core/file-fault.ts';
import { lineDiff } from '../core/line-diff.ts';
import type { InstallText } from '../core/text/install-en.ts';
import type { PlannedFile, RegistrationPlan } from '../hosts/registration-plan.ts';
import type { Target } from './registration-options.ts';

/** The files of a plan, one line each. */
export const fileLines = (plan: RegistrationPlan, text: InstallText): readonly string[] =>
  plan.files.map(({ action, change }) => `  ${text.actions[action]}: ${change.path}`);

/** Hosts that were left as they are. */
export const failureLines = (
  failures: readonly { readonly target: Target; readonly error: FileFault }[],
  text: InstallText,
): readonly string[] =>
  failures.map(({ target, error }) => text.failed(target.side.title, text.refusal(error)));

/** The files of a plan for `--json`. */
export const fileObjects = (plan: RegistrationPlan) =>
  plan.files.map(({ action, change }) => ({ path: change.path, action }));

/** Every planned change as a diff, files without one left out. */
export const planDiff = (plan: RegistrationPlan): string =>
  plan.files.map(fileDiff).filter(Boolean).join('\n');

export const keptFiles = (plan: RegistrationPlan): readonly string[] =>
  plan.files.filter(({ action }) => action === 'kept').map(({ change }) => change.path);

function fileDiff({ change }: PlannedFile): string {
  const [before, after] = [change.before, change.after].map((bytes) =>
    bytes === null || bytes === undefined ? '' : Buffer.from(bytes).toString('utf8'),
  );
  const diff = lineDiff(before ?? '', after ?? '');
  if (diff === '') return '';
  const name = (bytes: Uint8Array | null): string => (bytes === null ? '/dev/null' : change.path);
  return `--- ${name(change.before)}\n+++ ${name(change.after)}\n${diff}`;
}
