import { HANDOFF_HOST } from '../core/auto-handoff.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { chainOf } from './auto-handoff-chain.ts';
import { HandoffRefusal } from './auto-handoff-refusal.ts';
import { statusOf } from './auto-handoff-status.ts';
import { disable, enable } from './auto-handoff-switch.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { wordOf } from './options.ts';
import { pathNamed } from './working-directory.ts';

const ACTIONS = ['enable', 'disable', 'status', 'successor'] as const;
type Action = (typeof ACTIONS)[number];

/** What an action is about. */
export interface HandoffWords {
  /** Absolute; null for every project. */
  readonly project: string | null;
  /** A handoff by its id, or by the id of the session that was handed over. */
  readonly operation: string | null;
  /** A session whose chain is asked for. */
  readonly session: string | null;
}

export const autoHandoff: Command = {
  name: 'auto-handoff',
  positional: '[action] [session]',
  summary: 'Let a full session of Claude Code go on in a successor instead of being compacted',
  usage: 'auto-handoff [enable|disable|status|successor] [session] --host claude',
  notes: [
    'enable     from now on, in every project or with --project in that one too',
    'disable    from now on no more; what was handed over goes on',
    'status     whether it is on, and what was handed over (also without a word)',
    'successor  where a session goes on; without one, the newest of this project',
  ],
  options: [
    { flag: '--host <host>', description: HANDOFF_HOST },
    { flag: '--project <dir>', description: 'Only this project (enable, status)' },
    { flag: '--operation <id>', description: 'Only this handoff (status)' },
  ],
  run(positional, options, environment) {
    try {
      return act(positional, options, environment);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      const code = error instanceof HandoffRefusal ? error.code : 'auto_handoff_failed';
      const { message: problem, exitCode } = error;
      return { text: '', problem, json: { status: 'failed', code }, exitCode };
    }
  },
};

function act(
  [word = 'status', session, ...surplus]: readonly string[],
  options: RawOptions,
  environment: Environment,
): CommandResult {
  const action = actionNamed(word);
  requireClaude(options);
  if (surplus.length > 0 || (session !== undefined && action !== 'successor'))
    throw argument(`One word too many: ${surplus[0] ?? session}.`);
  refuseOptions(action, options);
  if (session === '') throw argument('The session has no id.');
  const words: HandoffWords = { ...wordsOf(options, environment), session: session ?? null };
  switch (action) {
    case 'enable':
      return enable(words, environment);
    case 'disable':
      return disable(environment);
    case 'status':
      return statusOf(words, environment);
    case 'successor':
      return chainOf(words, environment);
    default:
      return action satisfies never;
  }
}

/** What each action takes besides the host. */
const TAKES: Readonly<Record<Action, readonly string[]>> = {
  enable: ['project'],
  disable: [],
  status: ['project', 'operation'],
  successor: [],
};

function refuseOptions(action: Action, options: RawOptions): void {
  const given = ['project', 'operation'].filter((name) => options[name] !== undefined);
  const foreign = given.find((name) => !TAKES[action].includes(name));
  if (foreign !== undefined) throw argument(`${action} takes no --${foreign}.`);
  if (given.length > 1) throw argument('Say --project or --operation, not both.');
}

const argument = (message: string): HandoffRefusal =>
  new HandoffRefusal('auto_handoff_argument_invalid', message, 2);

function actionNamed(word: string): Action {
  const action = ACTIONS.find((known) => known === word);
  if (action !== undefined) return action;
  const message = `auto-handoff takes ${ACTIONS.join(', ')}, not ${word}.`;
  throw new HandoffRefusal('auto_handoff_action_invalid', message, 2);
}

function requireClaude({ host }: RawOptions): void {
  if (host === undefined || host === HANDOFF_HOST) return;
  const message = `Sessions of ${[host].flat().join(', ')} cannot be handed over; --host claude can.`;
  throw new HandoffRefusal('auto_handoff_host_invalid', message, 2);
}

function wordsOf(options: RawOptions, environment: Environment): Omit<HandoffWords, 'session'> {
  for (const name of ['project', 'operation'])
    if (Array.isArray(options[name])) throw argument(`--${name} is given more than once.`);
  const project = wordOf(options.project);
  const operation = wordOf(options.operation);
  for (const word of [project, operation])
    if (word === '' || word?.startsWith('--'))
      throw argument('--project takes a directory, and --operation an id.');
  return {
    project: project === undefined ? null : pathNamed(project, environment),
    operation: operation ?? null,
  };
}
