import { join } from 'node:path';
import type { RegistrationPlaces, Scope } from '../registration-host.ts';
import type { HostPlace } from '../registration-reading.ts';

/** The user's own, or those of a project, where one file of hooks is the whole team's. */
export function cursorPlaces({ home, cwd }: HostPlace, scope: Scope): RegistrationPlaces {
  const directory = join(scope === 'user' ? home : cwd, '.cursor');
  return {
    directory,
    settings: join(directory, 'hooks.json'),
    command: join(directory, 'commands', 'tl.md'),
    skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
    /* A project's is the whole team's. */
    ...(scope === 'user' ? { rules: join(directory, 'cli-config.json') } : {}),
  };
}
