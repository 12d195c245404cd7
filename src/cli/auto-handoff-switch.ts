import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { FileRefusal } from '../core/file-refusal.ts';
import { shellCommand } from '../core/shell-quote.ts';
import {
  type HandoffHooks,
  handoffHooks,
  planHandoffHooks,
} from '../hosts/claude/handoff-hooks.ts';
import { claudePaths } from '../hosts/claude/paths.ts';
import { claudeRegistrationOf } from '../hosts/claude/registration-state.ts';
import { claudeOnPath } from '../hosts/claude/successor.ts';
import type { Invocation } from '../hosts/registration-command.ts';
import { locateRecord } from '../hosts/registration-location.ts';
import { applyPlan } from '../hosts/registration-plan.ts';
import { type HandoffConfig, writeHandoffConfig } from '../platform/auto-handoff-config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { projectRoot } from '../platform/project.ts';
import type { HandoffWords } from './auto-handoff.ts';
import { configObject, handoffConfig } from './auto-handoff-config.ts';
import { successorProgram } from './auto-handoff-program.ts';
import { HandoffRefusal } from './auto-handoff-refusal.ts';
import type { CommandResult } from './command.ts';
import { attemptForAll } from './registration-attempt.ts';
import { systemFailure } from './unwritable.ts';
import { wordsIn } from './words.ts';

/** Switches it on: the hooks first, so that what is said to be on is. */
export function enable({ project }: HandoffWords, environment: Environment): CommandResult {
  const layout = dataLayout(environment.dataDirectory);
  const before = handoffConfig(layout);
  const invocation = registeredInvocation(environment);
  requireBackground(environment);
  const root = project === null ? null : projectRoot(project, environment.home);
  const known = before.enabled ? before.projects : [];
  /* Every project is on already where none is named. */
  const isEverywhere = root === null || (before.enabled && known.length === 0);
  const projects = isEverywhere ? [] : [...new Set([...known, root])];
  const { settingsPath } = setHooks(environment, invocation, true);
  const config = { enabled: true, projects };
  write(config, environment);
  return {
    text: wordsIn(environment.locale).autoHandoff.enabled(projects),
    json: {
      schema: 'throughline.auto-handoff.v1',
      status: 'enabled',
      host: HANDOFF_HOST,
      config: configObject(config),
      hooks: { settingsPath, registered: true },
    },
  };
}

/** Switches it off; the list of projects stays for the next time. */
export function disable(environment: Environment): CommandResult {
  const { projects } = handoffConfig(dataLayout(environment.dataDirectory));
  const { invocation, some } = readableHooks(environment);
  if (invocation !== null && some) {
    requireSameMemory(environment);
    setHooks(environment, invocation, false);
  }
  const config = { enabled: false, projects };
  write(config, environment);
  return {
    text: wordsIn(environment.locale).autoHandoff.disabled,
    json: {
      schema: 'throughline.auto-handoff.v1',
      status: 'disabled',
      host: HANDOFF_HOST,
      config: configObject(config),
    },
  };
}

/** What the hooks that are there are started by, and where they keep the memory. */
function registeredInvocation(environment: Environment): Invocation {
  const { installed, invocation } = readableHooks(environment);
  if (!installed || invocation === null) {
    const line = shellCommand([...ownCommand(environment), 'install', '--host', HANDOFF_HOST]);
    const message = `Throughline is not registered with Claude Code for this user. First run: ${line}`;
    throw new HandoffRefusal('auto_handoff_hooks_missing', message, 3);
  }
  requireSameMemory(environment);
  return invocation;
}

/** @throws {UserError} when nobody can say which hooks are there */
function readableHooks(environment: Environment): HandoffHooks {
  const hooks = handoffHooks(environment);
  const { problem } = hooks;
  if (problem === null) return hooks;
  const { install } = wordsIn(environment.locale);
  return attemptForAll(install, () => {
    throw new FileRefusal(problem);
  });
}

/** What is set beside one memory says nothing to hooks of another. */
function requireSameMemory(environment: Environment): void {
  const { dataDirectory } = claudeRegistrationOf(environment);
  if (dataDirectory === null || dataDirectory === environment.dataDirectory) return;
  const message = `The hooks of Claude Code keep the memory in ${dataDirectory}. Say --data-dir ${shellCommand([dataDirectory])}.`;
  throw new HandoffRefusal('auto_handoff_data_directory_other', message, 3);
}

/** Claude Code has to be there for a hook that starts it, and know conversations in the background. */
function requireBackground(environment: Environment): void {
  const { variables, platform } = environment;
  const program = successorProgram(claudeOnPath(variables, platform), environment);
  switch (program.kind) {
    case 'fits':
      return;
    case 'missing': {
      const message = `claude is not found on the path (${variables.PATH ?? ''}), so no hook could start a successor.`;
      throw new HandoffRefusal('auto_handoff_claude_cli_unavailable', message, 3);
    }
    case 'unfit': {
      const { path, version, problem } = program;
      const why = problem || 'it knows no sessions in the background (--bg)';
      const message = `${path} (${version || 'of no known version'}) cannot start a successor: ${why}. Auto-handoff was tried with Claude Code 2.1.332.`;
      throw new HandoffRefusal('auto_handoff_claude_cli_unsupported', message, 3);
    }
    default:
      program satisfies never;
  }
}

function setHooks(
  environment: Environment,
  invocation: Invocation,
  handsOver: boolean,
): { readonly settingsPath: string } {
  const text = wordsIn(environment.locale).install;
  const { settings } = claudePaths(environment, 'user');
  attemptForAll(text, () => {
    const plan = planHandoffHooks(environment, invocation, handsOver);
    applyPlan(plan, locateRecord(settings, environment).directory);
  });
  return { settingsPath: settings };
}

function write(config: HandoffConfig, environment: Environment): void {
  const layout = dataLayout(environment.dataDirectory);
  try {
    writeHandoffConfig(layout, config);
  } catch (error) {
    throw systemFailure(error, layout);
  }
}
