import { shellCommand } from '../core/shell-quote.ts';
import { UserError } from '../core/user-error.ts';
import { planRemoval } from '../hosts/claude/registration.ts';
import { applyPlan, type RegistrationPlan } from '../hosts/registration-plan.ts';
import { type RegistrationRecord, readRecord } from '../hosts/registration-record.ts';
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
    { flag: '--purge', description: 'Also delete the whole memory for good' },
    { flag: '--yes', description: 'Do not ask before deleting' },
  ],
  async run(positional, options, environment) {
    const read = readRegistrationOptions(positional, options, environment);
    const { dataDirectory } = environment;
    const record = readRecord(dataDirectory);
    const plan = planRemoval(read.paths, record);
    const purge = options.purge === true;
    if (purge && !read.dryRun)
      await confirmPurge(
        read,
        dataDirectory,
        registeredElsewhere(plan, record),
        options.yes === true,
      );
    const contents = dataContents(dataDirectory);
    if (!read.dryRun) applyPlan(plan, dataDirectory, record);
    const purged = purge ? purgeText(read, dataDirectory, contents) : null;
    return {
      text: [...planText(read, plan), ...(purged ?? [staysText(read, environment)])].join('\n'),
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

/** @throws {UserError} (3) unless the deletion is wanted and no hook would be left without its program */
async function confirmPurge(
  { text }: RegistrationOptions,
  directory: string,
  elsewhere: readonly string[],
  isConfirmed: boolean,
): Promise<void> {
  if (elsewhere.length > 0) throw new UserError(text.stillRegistered(elsewhere), 3);
  const { own } = dataContents(directory);
  if (isConfirmed || own.length === 0) return;
  const contents = text.purgeContents({ directory, names: own });
  const answer = await askOnTerminal(`${contents}\n${text.purgeQuestion}`);
  if (answer === true) return;
  throw new UserError(answer === null ? `${contents}\n${text.purgeRefused}` : text.purgeRefused, 3);
}

const registeredElsewhere = (
  plan: RegistrationPlan,
  record: RegistrationRecord,
): readonly string[] => {
  const handled = new Set(plan.files.map(({ change }) => change.path));
  return Object.entries(record)
    .filter(([path, { inserted }]) => inserted.length > 0 && !handled.has(path))
    .map(([path]) => path);
};

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
  { own, foreign }: DataContents,
): readonly string[] {
  const contents = text.purgeContents({ directory: dataDirectory, names: own });
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

function staysText({ text }: RegistrationOptions, environment: Environment): string {
  const purge = shellCommand([...ownCommand(environment), 'uninstall', '--purge']);
  return text.memoryStays({ directory: environment.dataDirectory, purge });
}
