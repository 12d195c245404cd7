import { join } from 'node:path';
import { shellCommand } from '../core/shell-quote.ts';
import type { Holding } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import { filesInUse } from '../hosts/registration-location.ts';
import type { RegistrationPlan } from '../hosts/registration-plan.ts';
import { readRecord } from '../hosts/registration-record.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { type DataContents, dataContents, purgeData } from '../platform/purge.ts';
import { askOnTerminal } from '../platform/terminal-question.ts';
import { type Attempt, failuresOf, plansOf } from './registration-attempt.ts';
import { type RegistrationOptions, titlesOf } from './registration-options.ts';
import { failureLines } from './registration-report.ts';

/** @throws {UserError} when a hook would be left without its program (3), or may be (1) */
export function refusePurge(
  { text }: RegistrationOptions,
  planned: readonly Attempt[],
  environment: Environment,
): void {
  const failures = failuresOf(planned);
  if (failures.length > 0) throw new UserError(failureLines(failures, text).join(' '));
  const plans = plansOf(planned).map(({ plan }) => plan);
  const record = readRecord(environment.dataDirectory);
  const left = filesInUse(record, environment).filter((path) => !isHandled(plans, path));
  if (left.length === 0) return;
  const hosts = new Set(left.flatMap((path) => record[path]?.registered?.host ?? []));
  const told =
    hosts.size > 0
      ? text.stillRegisteredWith(titlesOf([...hosts]), left)
      : text.stillRegistered(left);
  throw new UserError(told, 3);
}

/** Settings, mostly of projects, in which our hooks stay although this user's are taken back. */
export function leftText(
  { text, scope }: RegistrationOptions,
  plans: readonly RegistrationPlan[],
  environment: Environment,
): readonly string[] {
  if (scope === 'project') return [];
  const record = readRecord(environment.dataDirectory);
  const left = filesInUse(record, environment).filter(
    (path) => !record[path]?.registered && !isHandled(plans, path),
  );
  return left.length === 0 ? [] : [text.leftRegistered(left)];
}

const isHandled = (plans: readonly RegistrationPlan[], path: string): boolean =>
  plans.some(({ files }) => files.some(({ change }) => change.path === path));

/** Nothing of what is recorded in a data directory stays. */
export const isAllOf = (directory: string, plans: readonly RegistrationPlan[]): boolean =>
  Object.keys(readRecord(directory)).every((path) => isHandled(plans, path));

/** @throws {UserError} (3) unless the deletion is wanted */
export async function confirmPurge(
  { text }: RegistrationOptions,
  directory: string,
  isConfirmed: boolean,
): Promise<void> {
  const found = dataContents(directory);
  if (isConfirmed || found.own.length === 0) return;
  const contents = text.purgeContents({ directory, holding: holdingOf(found), names: found.own });
  const answer = await askOnTerminal(`${contents}\n${text.purgeQuestion}`);
  if (answer === true) return;
  throw new UserError(answer === null ? `${contents}. ${text.purgeRefused}` : text.purgeRefused, 3);
}

function holdingOf({ hasMemory, hasProgram }: DataContents): Holding {
  if (hasMemory) return hasProgram ? 'everything' : 'memory';
  return hasProgram ? 'program' : 'rest';
}

/** Deletes and tells it, or tells what would be deleted. */
export function purgeText(
  { text, dryRun }: RegistrationOptions,
  directory: string,
  found: DataContents,
): readonly string[] {
  const { own, foreign } = found;
  const contents = text.purgeContents({ directory, holding: holdingOf(found), names: own });
  const left = foreign.length > 0 ? [text.purgeLeft({ directory, names: foreign })] : [];
  if (own.length === 0) return [text.nothingToPurge(directory), ...left];
  if (dryRun) return [contents, ...left];
  try {
    purgeData(directory);
  } catch (error) {
    throw new UserError(text.purgeBlocked(directory), 1, { cause: error });
  }
  return foreign.length > 0
    ? [text.purgedOf({ directory, names: own }), ...left]
    : [contents, text.purged(directory)];
}

interface Left {
  readonly read: RegistrationOptions;
  readonly directories: readonly string[];
  /** Files that go, or would go, with the registration. */
  readonly gone: readonly string[];
  readonly environment: Environment;
}

/** What stays in each directory; that there is nothing is said only where nothing is anywhere. */
export function staysText({ read, directories, gone, environment }: Left): readonly string[] {
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
