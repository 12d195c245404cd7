import { resolve, sep } from 'node:path';
import { splitShellWords } from '../core/shell-quote.ts';
import { registrationOf } from '../hosts/claude/registration-state.ts';
import { HOOK_COMMANDS } from '../hosts/hook-host.ts';
import type { Environment } from '../platform/environment.ts';
import { programVersion } from '../platform/program-version.ts';
import { type Check, failed, passed, warned } from './doctor-check.ts';

/** What Claude Code will run of ours in the working directory. */
export function hostChecks(environment: Environment): readonly Check[] {
  const { registered, events, command, original, disabled, problem, ignored } =
    registrationOf(environment);
  const trouble = [
    ...(problem === null ? [] : [failed('claude-settings', problem, 'repair the file')]),
    ...ignored.map((path) =>
      failed(
        'claude-settings',
        `Claude Code ignores ${path}`,
        'remove its comments and trailing commas',
      ),
    ),
    ...(disabled
      ? [failed('claude-settings', 'disableAllHooks is set: no hook runs', 'remove that setting')]
      : []),
    ...(original ? [beside()] : []),
  ];
  if (command === null) {
    return [warned('claude-hooks', 'not registered with Claude Code', 'install'), ...trouble];
  }
  const hooks = registered
    ? passed('claude-hooks', 'registered with Claude Code')
    : failed('claude-hooks', `only ${events.join(', ')} are registered`, 'install');
  return [hooks, ...trouble, program(command, environment)];
}

const beside = (): Check =>
  warned(
    'claude-original',
    'the Node Throughline is registered too: this one stores and gives nothing',
    'install --replace-original ends that',
  );

/** A project that was fetched from somewhere must not make this command start its programs. */
const isInside = (path: string, directory: string): boolean =>
  path.startsWith(directory.endsWith(sep) ? directory : directory + sep);

function program(command: string, environment: Environment): Check {
  const { version: own, cwd, dataDirectory } = environment;
  const id = 'claude-program';
  const words = splitShellWords(command) ?? [];
  const verbs: readonly string[] = HOOK_COMMANDS;
  const verb = words.findIndex((word) => verbs.includes(word));
  const start = words.slice(0, Math.max(verb, 1));
  const [path = command] = start;
  const isForeign = (word: string): boolean => {
    const at = resolve(cwd, word);
    return isInside(at, cwd) && !isInside(at, dataDirectory);
  };
  if (start.some(isForeign)) {
    return warned(id, `${path} belongs to this project and was not started`);
  }
  const answer = programVersion(start);
  switch (answer.kind) {
    case 'missing':
      return failed(id, `${path} is not there: no hook runs`, 'install');
    case 'fails':
      return failed(id, `${path} does not start (${answer.why}): no hook runs`, 'install');
    case 'answers':
      return answer.version === own
        ? passed(id, `${path} answers (${own})`)
        : warned(
            id,
            `${path} is ${answer.version}, and this is ${own}`,
            'install with the newer one',
          );
    default:
      return answer satisfies never;
  }
}
