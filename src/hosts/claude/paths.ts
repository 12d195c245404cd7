import { join, resolve } from 'node:path';
import type { Environment } from '../../platform/environment.ts';
import type { RegistrationPlaces, Scope } from '../registration-host.ts';

/**
 * The directory Claude Code itself takes: `CLAUDE_CONFIG_DIR` as it stands when it is set at all
 * (empty means the working directory, `~` is no home), normalised to NFC (seen in 2.1.332).
 */
const claudeDirectory = ({
  variables,
  home,
  cwd,
}: Pick<Environment, 'variables' | 'home' | 'cwd'>): string =>
  resolve(cwd, (variables.CLAUDE_CONFIG_DIR ?? join(home, '.claude')).normalize('NFC'));

/** Paths of the user's configuration, or of the project's local, uncommitted one. */
export function claudePaths(
  environment: Pick<Environment, 'variables' | 'home' | 'cwd'>,
  scope: Scope,
): RegistrationPlaces {
  const directory =
    scope === 'user' ? claudeDirectory(environment) : join(environment.cwd, '.claude');
  const settings = join(directory, scope === 'user' ? 'settings.json' : 'settings.local.json');
  return {
    directory,
    settings,
    rules: settings,
    command: join(directory, 'commands', 'tl.md'),
    skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
  };
}

/** The user's settings and the project's two files, in the order in which Claude Code takes them. */
export const claudeSettings = (
  environment: Pick<Environment, 'variables' | 'home' | 'cwd'>,
): readonly string[] => [
  claudePaths(environment, 'user').settings,
  join(environment.cwd, '.claude', 'settings.json'),
  claudePaths(environment, 'project').settings,
];
