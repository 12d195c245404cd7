import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { installEn } from '../core/text/install-en.ts';
import { installJa } from '../core/text/install-ja.ts';
import { handoffHooks, planHandoffHooks } from '../hosts/claude/handoff-hooks.ts';
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
import { runProgram } from '../platform/run-program.ts';
import type { HandoffWords } from './auto-handoff.ts';
import { configObject, handoffConfig } from './auto-handoff-config.ts';
import { HandoffRefusal } from './auto-handoff-refusal.ts';
import type { CommandResult } from './command.ts';
import { attemptForAll } from './registration-attempt.ts';
import { systemFailure } from './unwritable.ts';

/** A program that asks for something never ends by itself. */
const HELP_MS = 20_000;

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
  const where = projects.length === 0 ? 'in every project' : `in ${projects.join(', ')}`;
  return {
    text: `Auto-handoff is on ${where}: a session of Claude Code that is nearly full goes on in a successor in the background.`,
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
  const { invocation, some } = handoffHooks(environment);
  if (invocation !== null && some) setHooks(environment, invocation, false);
  const config = { enabled: false, projects };
  write(config, environment);
  return {
    text: 'Auto-handoff is off: Claude Code compacts its sessions again. What was handed over goes on.',
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
  const { installed, invocation } = handoffHooks(environment);
  if (!installed || invocation === null) {
    const line = shellCommand([...ownCommand(environment), 'install', '--host', HANDOFF_HOST]);
    const message = `Throughline is not registered with Claude Code for this user. First run: ${line}`;
    throw new HandoffRefusal('auto_handoff_hooks_missing', message, 3);
  }
  const { dataDirectory } = claudeRegistrationOf(environment);
  if (dataDirectory === null || dataDirectory === environment.dataDirectory) return invocation;
  const message = `The hooks of Claude Code keep the memory in ${dataDirectory}. Say --data-dir ${shellCommand([dataDirectory])}.`;
  throw new HandoffRefusal('auto_handoff_data_directory_other', message, 3);
}

/** Claude Code has to be there for a hook that starts it, and know conversations in the background. */
function requireBackground({ variables, platform, home }: Environment): void {
  const program = claudeOnPath(variables, platform);
  if (program === null) {
    const message = `claude is not found on the path (${variables.PATH ?? ''}), so no hook could start a successor.`;
    throw new HandoffRefusal('auto_handoff_claude_cli_unavailable', message, 3);
  }
  const asked = { cwd: home, variables, timeout: HELP_MS };
  const { status, stdout, problem } = runProgram(program, ['--help'], asked);
  if (status === 0 && /(?:^|\s)--bg\b/.test(stdout)) return;
  const version = runProgram(program, ['--version'], asked).stdout.trim().split('\n', 1).join('');
  const why = problem || 'it knows no sessions in the background (--bg)';
  const message = `${program} (${version || 'of no known version'}) cannot start a successor: ${why}. Auto-handoff was tried with Claude Code 2.1.332.`;
  throw new HandoffRefusal('auto_handoff_claude_cli_unsupported', message, 3);
}

function setHooks(
  environment: Environment,
  invocation: Invocation,
  handsOver: boolean,
): { readonly settingsPath: string } {
  const text = environment.locale === 'ja' ? installJa : installEn;
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
