import { shellCommand } from '../core/shell-quote.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { planRollback, type Rollback, rollBack } from '../platform/self-install.ts';
import type { CommandResult, RawOptions } from './command.ts';
import { attemptForAll } from './registration-attempt.ts';
import { readRegistrationOptions } from './registration-options.ts';
import { type Words, wordsIn } from './words.ts';

/** Options that every command takes, and the one that says that nothing is written. */
const COMPANIONS: readonly string[] = ['rollback', 'dryRun', 'json', 'dataDir', '--'];

/**
 * `install --rollback`: exchanges the executable and the one before. Nothing that is registered
 * names a version, so no settings are touched.
 * @throws {UserError} (2) with another option, (3) when none is kept, (1) when it does not start
 */
export function rollBackInstallation(
  positional: readonly string[],
  options: RawOptions,
  environment: Environment,
): CommandResult {
  const words = wordsIn(environment.locale);
  const foreign = Object.keys(options).find(
    (name) => options[name] !== undefined && !COMPANIONS.includes(name),
  );
  if (foreign !== undefined) throw new UserError(words.rollback.alone(flagOf(foreign)), 2);
  const { text, dryRun } = readRegistrationOptions(positional, options, environment);
  const found = attemptForAll(text, () => planRollback(environment));
  const version = versionOf(found, words);
  if (!dryRun) attemptForAll(text, () => rollBack(found));
  const { to: place } = found;
  const { rollback } = words;
  const lines = dryRun
    ? [rollback.planned({ version, place })]
    : [rollback.done({ version, place }), rollback.again(rollbackCommand(place, environment))];
  return {
    text: lines.join('\n'),
    json: {
      schema: 'throughline.install.v1',
      dryRun,
      scope: 'user',
      executable: { command: [place], copied: !dryRun },
      version,
      hosts: [],
      notFound: [],
      withoutProject: [],
    },
  };
}

/** The shell line that goes back to what was at the place before. */
function rollbackCommand(place: string, environment: Environment): string {
  const { dataDirectory, dataDirectoryIsDefault } = environment;
  const data = dataDirectoryIsDefault ? [] : ['--data-dir', dataDirectory];
  return shellCommand([place, ...data, 'install', '--rollback']);
}

function versionOf({ to, previous, answer }: Rollback, { rollback }: Words): string {
  switch (answer.kind) {
    case 'answers':
      return answer.version;
    case 'missing':
      throw new UserError(rollback.nothingKept(to), 3);
    case 'fails':
      throw new UserError(rollback.doesNotRun(previous, answer.why));
    default:
      return answer satisfies never;
  }
}

const flagOf = (name: string): string =>
  `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
