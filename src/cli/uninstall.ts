import { planRemoval } from '../hosts/registration-files.ts';
import { locateRecord } from '../hosts/registration-location.ts';
import { applyPlan } from '../hosts/registration-plan.ts';
import { recordPath } from '../hosts/registration-record.ts';
import { dataContents } from '../platform/purge.ts';
import type { Command, CommandResult } from './command.ts';
import {
  type Attempt,
  applyEach,
  exitCodeOf,
  failuresOf,
  planEach,
  plansOf,
} from './registration-attempt.ts';
import {
  HOST_OPTION,
  type RegistrationOptions,
  readRegistrationOptions,
  type Target,
  titlesOf,
} from './registration-options.ts';
import { notePagesOf } from './registration-pages.ts';
import {
  confirmPurge,
  isAllOf,
  leftText,
  purgeText,
  refusePurge,
  staysText,
} from './registration-purge.ts';
import { hostsToRemove } from './registration-removal.ts';
import {
  failureLines,
  fileLines,
  fileObjects,
  keptFiles,
  planDiff,
} from './registration-report.ts';

export const uninstall: Command = {
  name: 'uninstall',
  summary: 'Take back what install registered',
  options: [
    HOST_OPTION,
    { flag: '--project', description: 'Only for the working directory, in its local settings' },
    { flag: '--dry-run', description: 'Show what would change, write nothing' },
    { flag: '--purge', description: 'Also delete the whole memory and the executable, for good' },
    { flag: '--yes', description: 'Do not ask before deleting' },
  ],
  async run(positional, options, environment) {
    const read = readRegistrationOptions(positional, options, environment);
    const { dataDirectory } = environment;
    const { targets, without } = hostsToRemove(read, environment);
    const program = environment.script ?? environment.executable;
    const locate = ({ places }: Target) => locateRecord(places.settings, environment);
    const planned = planEach(targets, read.text, (target) =>
      planRemoval(target.side, target.places, locate(target).record, program),
    );
    const plans = plansOf(planned).map(({ plan }) => plan);
    const purge = options.purge === true;
    if (purge) refusePurge(read, planned, environment);
    if (purge && !read.dryRun) await confirmPurge(read, dataDirectory, options.yes === true);
    const contents = dataContents(dataDirectory);
    const located = plansOf(planned).map(({ target }) => locate(target).directory);
    const directories = [...new Set([...located, dataDirectory])];
    const gone = directories.filter((path) => isAllOf(path, plans)).map(recordPath);
    const attempts = read.dryRun
      ? planned
      : applyEach(planned, read.text, ({ target, plan }) => {
          applyPlan(plan, locate(target).directory);
        });
    if (!read.dryRun) notePagesOf(targets, environment);
    const purged = purge ? purgeText(read, dataDirectory, contents) : [];
    const others = leftText(read, plans, environment);
    const kept = directories.filter((path) => !purge || path !== dataDirectory);
    const skipped = without.length === 0 ? [] : [read.text.noProjectSettings(titlesOf(without))];
    const left = staysText({ read, directories: kept, gone, environment });
    return {
      text: [...planText(read, attempts), ...skipped, ...others, ...purged, ...left].join('\n'),
      json: {
        schema: 'throughline.uninstall.v1',
        dryRun: read.dryRun,
        scope: read.scope,
        hosts: attempts.map(hostObject),
        dataDirectory,
        purged: purge && !read.dryRun,
      },
      exitCode: exitCodeOf(read, without, attempts),
    };
  },
};

const hostObject = (attempt: Attempt): CommandResult['json'] => ({
  host: attempt.target.host,
  settings: attempt.target.places.settings,
  files: attempt.error === null ? fileObjects(attempt.plan) : [],
  error: attempt.error?.message ?? null,
});

function planText(
  { text, dryRun }: RegistrationOptions,
  attempts: readonly Attempt[],
): readonly string[] {
  const planned = plansOf(attempts);
  const changed = planned.filter(({ plan }) => planDiff(plan) !== '');
  const kept = planned.flatMap(({ plan }) => keptFiles(plan)).map(text.keptFile);
  const failures = failureLines(failuresOf(attempts), text);
  if (changed.length === 0) return [text.nothingToChange, ...kept, ...failures];
  if (dryRun)
    return [text.wouldChange, ...changed.map(({ plan }) => planDiff(plan)), ...kept, ...failures];
  const done = changed.flatMap(({ target, plan }) => [
    text.unregistered(target.side.title),
    ...fileLines(plan, text),
  ]);
  return [...done, ...kept, ...failures];
}
