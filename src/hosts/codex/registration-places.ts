import { join, resolve } from 'node:path';
import type { RegistrationPlaces } from '../registration-host.ts';
import type { Surroundings } from '../registration-reading.ts';

export function codexPlaces({ variables, home, cwd }: Surroundings): RegistrationPlaces {
  const directory = resolve(cwd, variables.CODEX_HOME || join(home, '.codex'));
  return {
    directory,
    settings: join(directory, 'hooks.json'),
    command: join(directory, 'skills', 'tl', 'SKILL.md'),
    skill: join(directory, 'skills', 'throughline-recall', 'SKILL.md'),
  };
}
