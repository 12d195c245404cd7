import { join } from 'node:path';
import type { RegistrationPlaces, Scope } from '../registration-host.ts';
import type { HostPlace } from '../registration-reading.ts';
import { grokHome } from './paths.ts';

/** Grok reads every file of `hooks/`, so ours is one of its own, in a project too. */
export function grokPlaces(environment: HostPlace, scope: Scope): RegistrationPlaces {
  const { variables, home, cwd } = environment;
  const directory = scope === 'user' ? grokHome(variables, home, cwd) : join(cwd, '.grok');
  return {
    directory,
    settings: join(directory, 'hooks', 'throughline.json'),
    command: join(directory, 'commands', 'tl.md'),
    skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
    /* A project's is the whole team's. */
    ...(scope === 'user' ? { rules: join(directory, 'config.toml') } : {}),
  };
}
