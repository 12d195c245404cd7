import { join, resolve } from 'node:path';
import type { RegistrationPlaces, Scope } from '../registration-host.ts';
import type { Surroundings } from '../registration-reading.ts';

/** `GROK_HOME` as Grok takes it: empty is none, relative to the working directory, `~` is no home (1.0.41). */
const grokHome = ({ variables, home, cwd }: Surroundings): string =>
  resolve(cwd, variables.GROK_HOME || join(home, '.grok'));

/** Grok reads every file of `hooks/`, so ours is one of its own, in a project too. */
export function grokPlaces(environment: Surroundings, scope: Scope): RegistrationPlaces {
  const directory = scope === 'user' ? grokHome(environment) : join(environment.cwd, '.grok');
  return {
    directory,
    settings: join(directory, 'hooks', 'throughline.json'),
    command: join(directory, 'commands', 'tl.md'),
    skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
  };
}
