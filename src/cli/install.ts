import { shellCommand } from '../core/shell-quote.ts';
import { type InstallText, installEn } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import { eventsOf, MOST_PAGES } from '../hosts/hook-format.ts';
import type { RecallChoice } from '../hosts/recall-permission.ts';
import { commandLine, dataOption, type Invocation } from '../hosts/registration-command.ts';
import { planRegistration } from '../hosts/registration-files.ts';
import { carriedRecord, locateRecord } from '../hosts/registration-location.ts';
import { applyPlan, forgetPlan } from '../hosts/registration-plan.ts';
import { readHandoffConfig } from '../platform/auto-handoff-config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { closeToOthers } from '../platform/private-rights.ts';
import { copyExecutable, type Executable, planExecutable } from '../platform/self-install.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { rollBackInstallation } from './install-rollback.ts';
import { type Installed, installText } from './install-text.ts';
import { countOption } from './options.ts';
import {
  type Attempt,
  applyEach,
  attemptForAll,
  exitCodeOf,
  failuresOf,
  planEach,
  plansOf,
} from './registration-attempt.ts';
import {
  type Choice,
  HOST_OPTION,
  hostsToRegister,
  invocationOf,
  type RegistrationOptions,
  readRegistrationOptions,
} from './registration-options.ts';
import { notePagesOf } from './registration-pages.ts';
import { fileObjects } from './registration-report.ts';

export const install: Command = {
  name: 'install',
  summary: 'Register with the coding agents found here',
  options: [
    HOST_OPTION,
    { flag: '--project', description: 'Only for the working directory, in its local settings' },
    { flag: '--dry-run', description: 'Show what would change, write nothing' },
    { flag: '--in-place', description: 'Use the executable where it is, without a copy' },
    {
      flag: '--pages <n>',
      description: 'Blocks a memory may come in: 1 to 5 (default: as it is, at first 1)',
    },
    {
      flag: '--allow-recall',
      description:
        'Let the agents run search, recall and detail without a question (--no-allow-recall ends it)',
    },
    { flag: '--replace-original', description: 'Remove the hooks of the Node Throughline' },
    {
      flag: '--rollback',
      description: 'Go back to the executable before the last update; once more returns to it',
    },
  ],
  run(positional, options, environment) {
    if (options.rollback === true) return rollBackInstallation(positional, options, environment);
    const read = readRegistrationOptions(positional, options, environment);
    const pages = pagesOption(options);
    const recall = recallChoice(options);
    const choice = hostsToRegister(read, environment);
    const inPlace = options.inPlace === true;
    const executable = attemptForAll(read.text, () => planExecutable(environment, { inPlace }));
    const invocation = invocationOf(executable, environment);
    const replacesOriginal = options.replaceOriginal === true;
    const planned = planEach(choice.targets, read.text, ({ side, places }) =>
      planRegistration(side, places, invocation, carriedRecord(places, environment), {
        replaceOriginal: replacesOriginal,
        scope: read.scope,
        pages,
        recall,
        handsOver: read.scope === 'user' && isHandedOver(environment),
      }),
    );
    const attempts = read.dryRun ? planned : carryOut(planned, read.text, executable, environment);
    const start = read.dryRun
      ? ownCommand(environment)
      : [...invocation.words, ...dataOption(invocation)];
    const line = (...words: readonly string[]): string => shellCommand([...start, ...words]);
    const installed = plansOf(attempts).map(({ target, plan }) => ({
      target,
      plan,
      state: target.side.state(environment),
    }));
    if (!read.dryRun) notePagesOf(choice.targets, environment);
    const closed = !read.dryRun && closeToOthers(environment.dataDirectory);
    const failures = failuresOf(attempts);
    const done = {
      read,
      choice,
      executable,
      invocation,
      installed,
      failures,
      replacesOriginal,
      recall,
      closed: closed ? environment.dataDirectory : null,
    };
    return {
      text: installText({ ...done, line }),
      json: report({ read, choice, executable, invocation, installed, attempts, environment }),
      exitCode: exitCodeOf(read, choice.without, attempts),
    };
  },
};

/** Its hooks stay, or come back, as long as the user has it on. */
function isHandedOver({ dataDirectory }: Environment): boolean {
  const config = readHandoffConfig(dataLayout(dataDirectory));
  return config.ok && config.value.enabled;
}

/** @throws {UserError} (2) for `--allow-recall=no`, which would else allow */
function recallChoice({ allowRecall }: RawOptions): RecallChoice {
  if (allowRecall === undefined) return 'keep';
  if (typeof allowRecall === 'boolean') return allowRecall ? 'allow' : 'forbid';
  throw new UserError('--allow-recall takes no value; --no-allow-recall takes it back.', 2);
}

/** @throws {UserError} (2) for anything but a number of pages; null without the option */
function pagesOption(options: RawOptions): number | null {
  const pages = options.pages === undefined ? null : countOption(options, 'pages', 1);
  if (pages !== null && pages > MOST_PAGES)
    throw new UserError(`--pages takes 1 to ${MOST_PAGES}, not ${pages}.`, 2);
  return pages;
}

function carryOut(
  planned: readonly Attempt[],
  text: InstallText,
  { copy }: Executable,
  environment: Environment,
): readonly Attempt[] {
  if (copy) attemptForAll(text, () => copyExecutable(copy));
  return applyEach(planned, text, ({ target, plan }) => {
    const { directory } = locateRecord(target.places.settings, environment);
    applyPlan(plan, environment.dataDirectory);
    if (directory !== environment.dataDirectory) forgetPlan(plan, directory);
  });
}

interface Outcome {
  readonly read: RegistrationOptions;
  readonly choice: Choice;
  readonly executable: Executable;
  readonly invocation: Invocation;
  readonly installed: readonly Installed[];
  readonly attempts: readonly Attempt[];
  readonly environment: Environment;
}

function report(outcome: Outcome): CommandResult['json'] {
  const { read, choice, executable, attempts, environment } = outcome;
  return {
    schema: 'throughline.install.v1',
    dryRun: read.dryRun,
    scope: read.scope,
    executable: { command: executable.words, copied: executable.copy !== null && !read.dryRun },
    version: environment.version,
    hosts: attempts.map((attempt) => hostObject(attempt, outcome)),
    notFound: choice.absent.map(({ host }) => host),
    withoutProject: choice.without,
  };
}

function hostObject({ target, error }: Attempt, outcome: Outcome): Record<string, unknown> {
  const { host, side, places } = target;
  const { invocation, installed, environment } = outcome;
  const [entry] = side.format.entries;
  const handler = entry && side.format.handler(entry, invocation, null);
  const done = installed.find((one) => one.target === target);
  return {
    host,
    settings: places.settings,
    events: done ? eventsOf(side.format) : [],
    command: done ? commandLine(handler, environment.platform) : null,
    files: done ? fileObjects(done.plan) : [],
    pages: done?.state.pages ?? 0,
    recallAllowed: done?.state.recallAllowed ?? false,
    original: done?.state.original ?? false,
    disabled: done?.state.disabled ?? false,
    ignored: done?.state.ignored.map(({ path }) => path) ?? [],
    ignoredFor: done?.state.ignored.map(({ fault }) => installEn.fault(side.title, fault)) ?? [],
    error: error?.message ?? null,
  };
}
