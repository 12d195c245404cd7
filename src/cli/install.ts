import { shellCommand } from '../core/shell-quote.ts';
import {
  commandLine,
  dataOption,
  HOOK_EVENTS,
  hookHandlers,
  type Invocation,
  readingRules,
} from '../hosts/claude/commands.ts';
import { carriedRecord } from '../hosts/claude/located-record.ts';
import { planRegistration } from '../hosts/claude/registration.ts';
import { type RegistrationState, registrationOf } from '../hosts/claude/registration-state.ts';
import { applyPlan, type RegistrationPlan } from '../hosts/registration-plan.ts';
import { ownCommand } from '../platform/own-command.ts';
import { copyExecutable, type Executable, planExecutable } from '../platform/self-install.ts';
import type { Command, CommandResult } from './command.ts';
import {
  HOST_OPTION,
  invocationOf,
  type RegistrationOptions,
  readRegistrationOptions,
  requireHost,
} from './registration-options.ts';
import { fileLines, fileObjects, keptFiles, planDiff } from './registration-report.ts';

export const install: Command = {
  name: 'install',
  summary: 'Register with the coding agents found here',
  options: [
    HOST_OPTION,
    { flag: '--project', description: 'Only for the working directory, in its local settings' },
    { flag: '--dry-run', description: 'Show what would change, write nothing' },
    { flag: '--in-place', description: 'Use the executable where it is, without a copy' },
    { flag: '--replace-original', description: 'Remove the hooks of the Node Throughline' },
  ],
  run(positional, options, environment) {
    const read = readRegistrationOptions(positional, options, environment);
    requireHost(read);
    const executable = planExecutable(environment, { inPlace: options.inPlace === true });
    const invocation = invocationOf(executable, environment);
    const record = carriedRecord(read.paths, environment);
    const replacesOriginal = options.replaceOriginal === true;
    const plan = planRegistration(read.paths, invocation, record, {
      replaceOriginal: replacesOriginal,
    });
    if (!read.dryRun) {
      if (executable.copy) copyExecutable(executable.copy);
      applyPlan(plan, environment.dataDirectory, record);
    }
    const state = registrationOf(environment);
    const start = read.dryRun
      ? ownCommand(environment)
      : [...invocation.words, ...dataOption(invocation)];
    const line = (...words: readonly string[]): string => shellCommand([...start, ...words]);
    return report({ read, executable, invocation, plan, replacesOriginal, line, state });
  },
};

interface Outcome {
  readonly read: RegistrationOptions;
  readonly executable: Executable;
  readonly invocation: Invocation;
  readonly plan: RegistrationPlan;
  readonly replacesOriginal: boolean;
  /** Makes a shell line that starts what is there now: without a copy, the running executable. */
  readonly line: (...words: readonly string[]) => string;
  /** As the settings are now. */
  readonly state: RegistrationState;
}

function report(outcome: Outcome): CommandResult {
  const { read, executable, invocation, plan, state } = outcome;
  const [handler] = hookHandlers(invocation).values();
  return {
    text: (read.dryRun ? plannedText(outcome) : doneText(outcome)).join('\n'),
    json: {
      schema: 'throughline.install.v1',
      dryRun: read.dryRun,
      scope: read.scope,
      executable: { command: executable.words, copied: executable.copy !== null && !read.dryRun },
      hosts: [
        {
          host: 'claude',
          settings: read.paths.settings,
          events: HOOK_EVENTS,
          command: commandLine(handler),
          files: fileObjects(plan),
          original: state.original,
          disabled: state.disabled,
          ignored: state.ignored,
        },
      ],
    },
  };
}

function plannedText(outcome: Outcome): readonly string[] {
  const { read, executable, plan } = outcome;
  const { text } = read;
  const diff = planDiff(plan);
  const copy = executable.copy ? [`${executable.copy.from} -> ${executable.copy.to}`] : [];
  const isNothing = diff === '' && copy.length === 0;
  const changes = isNothing ? [text.nothingToChange] : [text.wouldChange, ...copy, diff];
  return [...changes, ...keptFiles(plan).map(text.keptFile), ...warnings(outcome)];
}

function doneText(outcome: Outcome): readonly string[] {
  const { read, executable, invocation, plan, line } = outcome;
  const { text, scope, paths } = read;
  return [
    ...(executable.copy ? [text.copied(executable.copy.to)] : []),
    text.registered('Claude Code'),
    ...fileLines(plan, text),
    ...keptFiles(plan).map(text.keptFile),
    ...(scope === 'project' ? [text.projectFiles] : []),
    ...warnings(outcome),
    '',
    text.next({
      status: line('status'),
      uninstall: line('uninstall', ...projectFlag(read)),
      settings: paths.settings,
      rules: readingRules(invocation),
    }),
  ];
}

/** What keeps our hooks from running or from giving a memory. */
function warnings({ read, replacesOriginal, state, line }: Outcome): readonly string[] {
  const { text, paths, dryRun } = read;
  const replace = line('install', ...projectFlag(read), '--replace-original');
  return [
    ...state.ignored.map(text.ignoredFile),
    ...(state.disabled ? [text.hooksDisabled(paths.settings)] : []),
    ...(state.original && !(dryRun && replacesOriginal) ? [text.originalPresent(replace)] : []),
  ];
}

const projectFlag = ({ scope }: RegistrationOptions): readonly string[] =>
  scope === 'project' ? ['--project'] : [];
