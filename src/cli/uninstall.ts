import { join } from 'node:path';
import { shellCommand } from '../core/shell-quote.ts';
import type { Holding } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import { planRemoval } from '../hosts/registration-files.ts';
import { companionPaths } from '../hosts/registration-host.ts';
import { filesInUse, locateRecord } from '../hosts/registration-location.ts';
import { applyPlan, type RegistrationPlan } from '../hosts/registration-plan.ts';
import { readRecord, recordPath } from '../hosts/registration-record.ts';
import type { Environment } from '../platform/environment.ts';
import { linkTarget } from '../platform/file-change.ts';
import { ownCommand } from '../platform/own-command.ts';
import { type DataContents, dataContents, purgeData } from '../platform/purge.ts';
import { askOnTerminal } from '../platform/terminal-question.ts';
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
  type Choice,
  chooseHosts,
  HOST_OPTION,
  isHere,
  type RegistrationOptions,
  readRegistrationOptions,
  type Target,
  titlesOf,
} from './registration-options.ts';
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
    const locate = ({ places }: Target) => locateRecord(places.settings, environment);
    const planned = planEach(targets, (target) =>
      planRemoval(target.side.format, target.places, locate(target).record),
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
      : applyEach(planned, ({ target, plan }) => {
          const { directory, record } = locate(target);
          applyPlan(plan, directory, record);
        });
    const purged = purge ? purgeText(read, dataDirectory, contents) : [];
    const kept = directories.filter((path) => !purge || path !== dataDirectory);
    const skipped = without.length === 0 ? [] : [read.text.noProjectSettings(titlesOf(without))];
    const left = staysText({ read, directories: kept, gone, environment });
    return {
      text: [...planText(read, attempts), ...skipped, ...purged, ...left].join('\n'),
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

/**
 * The named hosts, or each one that is there or that we remember to have registered with.
 * @throws {UserError} (3) when a named one has no settings for a project
 */
function hostsToRemove(
  read: RegistrationOptions,
  environment: Environment,
): Pick<Choice, 'targets' | 'without'> {
  const record = readRecord(environment.dataDirectory);
  const { targets, without } = chooseHosts(
    read,
    environment,
    ({ side, places }) =>
      isHere(side, environment) ||
      [places.settings, ...companionPaths(places)].some((path) =>
        Object.hasOwn(record, linkTarget(path)),
      ),
  );
  if (read.named !== null && targets.length === 0 && without.length > 0)
    throw new UserError(read.text.noProjectSettings(titlesOf(without)), 3);
  return { targets, without: read.named === null ? [] : without };
}

const hostObject = (attempt: Attempt): CommandResult['json'] => ({
  host: attempt.target.host,
  settings: attempt.target.places.settings,
  files: attempt.error === null ? fileObjects(attempt.plan) : [],
  error: attempt.error,
});

/** @throws {UserError} when a hook would be left without its program (3), or may be (1) */
function refusePurge(
  { text }: RegistrationOptions,
  planned: readonly Attempt[],
  environment: Environment,
): void {
  const failures = failuresOf(planned);
  if (failures.length > 0) throw new UserError(failureLines(failures, text).join('\n'));
  const plans = plansOf(planned).map(({ plan }) => plan);
  const inUse = filesInUse(readRecord(environment.dataDirectory), environment);
  const elsewhere = inUse.filter((path) => !isHandled(plans, path));
  if (elsewhere.length > 0) throw new UserError(text.stillRegistered(elsewhere), 3);
}

const isHandled = (plans: readonly RegistrationPlan[], path: string): boolean =>
  plans.some(({ files }) => files.some(({ change }) => change.path === path));

/** Nothing of what is recorded in a data directory stays. */
const isAllOf = (directory: string, plans: readonly RegistrationPlan[]): boolean =>
  Object.keys(readRecord(directory)).every((path) => isHandled(plans, path));

/** @throws {UserError} (3) unless the deletion is wanted */
async function confirmPurge(
  { text }: RegistrationOptions,
  directory: string,
  isConfirmed: boolean,
): Promise<void> {
  const found = dataContents(directory);
  if (isConfirmed || found.own.length === 0) return;
  const contents = text.purgeContents({ directory, holding: holdingOf(found), names: found.own });
  const answer = await askOnTerminal(`${contents}\n${text.purgeQuestion}`);
  if (answer === true) return;
  throw new UserError(answer === null ? `${contents}\n${text.purgeRefused}` : text.purgeRefused, 3);
}

function holdingOf({ hasMemory, hasProgram }: DataContents): Holding {
  if (hasMemory) return hasProgram ? 'everything' : 'memory';
  return hasProgram ? 'program' : 'rest';
}

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

/** Deletes and tells it, or tells what would be deleted. */
function purgeText(
  { text, dryRun }: RegistrationOptions,
  dataDirectory: string,
  found: DataContents,
): readonly string[] {
  const { own, foreign } = found;
  const contents = text.purgeContents({
    directory: dataDirectory,
    holding: holdingOf(found),
    names: own,
  });
  const left =
    foreign.length > 0 ? [text.purgeLeft({ directory: dataDirectory, names: foreign })] : [];
  if (own.length === 0) return [text.nothingToPurge(dataDirectory), ...left];
  if (dryRun) return [contents, ...left];
  try {
    purgeData(dataDirectory);
  } catch (error) {
    throw new UserError(text.purgeBlocked(dataDirectory), 1, { cause: error });
  }
  return [contents, text.purged(dataDirectory), ...left];
}

interface Left {
  readonly read: RegistrationOptions;
  readonly directories: readonly string[];
  /** Files that go, or would go, with the registration. */
  readonly gone: readonly string[];
  readonly environment: Environment;
}

/** What stays in each directory; that there is nothing is said only where nothing is anywhere. */
function staysText({ read, directories, gone, environment }: Left): readonly string[] {
  const { text } = read;
  const lines = directories.flatMap((directory) => {
    const found = dataContents(directory);
    if (found.own.every((name) => gone.includes(join(directory, name)))) return [];
    const words = [...commandFor(directory, environment), 'uninstall', '--purge'];
    return [text.stays({ directory, holding: holdingOf(found), purge: shellCommand(words) })];
  });
  const [first] = directories;
  return lines.length > 0 || first === undefined ? lines : [text.nothingToPurge(first)];
}

const commandFor = (directory: string, environment: Environment): readonly string[] =>
  directory === environment.dataDirectory
    ? ownCommand(environment)
    : ownCommand({ ...environment, dataDirectory: directory, dataDirectoryIsDefault: false });
