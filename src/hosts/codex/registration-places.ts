import type { RegistrationPlaces } from '../registration-host.ts';
import type { HostPlace } from '../registration-reading.ts';
import { codexPaths } from './paths.ts';

/** The user's own. A project's hooks are in one file, which the whole team shares. */
export function codexPlaces(environment: HostPlace): RegistrationPlaces {
  const { directory, hooks, command, skill, commandPolicy, rules } = codexPaths(environment);
  return { directory, settings: hooks, command, skill, policy: commandPolicy, rules };
}
