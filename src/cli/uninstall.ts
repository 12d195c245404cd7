import { join } from 'node:path';
import { shellCommand } from '../core/shell-quote.ts';
import type { Holding } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import { filesInUse, locateRecord } from '../hosts/claude/located-record.ts';
import { planRemoval } from '../hosts/claude/registration.ts';
import { applyPlan, type RegistrationPlan } from '../hosts/registration-plan.ts';
import { type RegistrationRecord, readRecord, recordPath } from '../hosts/registration-record.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { type DataContents, dataContents, purgeData } from '../platform/purge.ts';
import { askOnTerminal } from '../platform/terminal-question.ts';
import type { Command } from './command.ts';
import {
  HOST_OPTION,
  type RegistrationOptions,
  readRegistrationOptions,
} from './registration-options.ts';
import { fileLines, fileObjects, keptFiles, planDiff } from './registration-report.ts';

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
    const { directory, record } = locateRecord(read.paths.settings, environment);
    const plan = planRemoval(read.paths, record);
    const purge = options.purge === true;
    if (purge) refuseInUse(read, plan, environment);
    if (purge && !read.dryRun) await confirmPurge(read, dataDirectory, options.yes === true);
    const contents = dataContents(dataDirectory);
    if (!read.dryRun) applyPlan(plan, directory, record);
    const purged = purge ? purgeText(read, dataDirectory, contents) : [];
    const kept = [directory, dataDirectory].filter((path) => !purge || path !== dataDirectory);
    const gone = isAllOf(record, plan) ? recordPath(directory) : null;
    const left = staysText({ read, directories: [...new Set(kept)], gone, environment });
    return {
      text: [...planText(read, plan), ...purged, ...left].join('\n'),
      json: {
        schema: 'throughline.uninstall.v1',
        dryRun: read.dryRun,
        scope: read.scope,
        hosts: [{ host: 'claude', settings: read.paths.settings, files: fileObjects(plan) }],
        dataDirectory,
        purged: purge && !read.dryRun,
      },
    };
  },
};

/** @throws {UserError} (3) when a hook would be left without its program */
function refuseInUse(
  { text }: RegistrationOptions,
  plan: RegistrationPlan,
  environment: Environment,
): void {
  const inUse = filesInUse(readRecord(environment.dataDirectory), environment);
  const elsewhere = inUse.filter((path) => !isHandled(plan, path));
  if (elsewhere.length > 0) throw new UserError(text.stillRegistered(elsewhere), 3);
}

const isHandled = (plan: RegistrationPlan, path: string): boolean =>
  plan.files.some(({ change }) => change.path === path);

const isAllOf = (record: RegistrationRecord, plan: RegistrationPlan): boolean =>
  Object.keys(record).every((path) => isHandled(plan, path));

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
  plan: RegistrationPlan,
): readonly string[] {
  const kept = keptFiles(plan).map(text.keptFile);
  const diff = planDiff(plan);
  if (diff === '') return [text.nothingToChange, ...kept];
  if (dryRun) return [text.wouldChange, diff, ...kept];
  return [text.unregistered('Claude Code'), ...fileLines(plan, text), ...kept];
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
  /** The file that goes, or would go, with the registration; null for none. */
  readonly gone: string | null;
  readonly environment: Environment;
}

/** What stays in each directory; that there is nothing is said only where nothing is anywhere. */
function staysText({ read, directories, gone, environment }: Left): readonly string[] {
  const { text } = read;
  const lines = directories.flatMap((directory) => {
    const found = dataContents(directory);
    if (found.own.every((name) => join(directory, name) === gone)) return [];
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
