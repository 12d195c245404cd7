import { existsSync } from 'node:fs';
import { HOSTS, type Host, isHost } from '../core/session.ts';
import { shellCommand } from '../core/shell-quote.ts';
import type { InstallText } from '../core/text/install-en.ts';
import { UserError } from '../core/user-error.ts';
import type { Invocation } from '../hosts/registration-command.ts';
import type { RegistrationHost, RegistrationPlaces, Scope } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import type { Executable } from '../platform/self-install.ts';
import type { RawOptions } from './command.ts';
import { wordsIn } from './words.ts';
import { workingDirectory } from './working-directory.ts';

/** What `install` and `uninstall` have in common, once read. */
export interface RegistrationOptions {
  readonly text: InstallText;
  readonly scope: Scope;
  readonly dryRun: boolean;
  /** Hosts that were named; null when they are looked for. */
  readonly named: readonly Host[] | null;
}

/** One host that a command deals with. */
export interface Target {
  readonly host: Host;
  readonly side: RegistrationHost;
  readonly places: RegistrationPlaces;
}

export interface Choice {
  readonly targets: readonly Target[];
  /** Looked for and not there. */
  readonly absent: readonly Target[];
  /** There, or named, without settings for this scope. */
  readonly without: readonly Host[];
}

export const HOST_OPTION = {
  flag: '--host <host>',
  description: 'Only this host; may be given more than once (default: each one found)',
} as const;

/** @throws {UserError} (2) for a word too many or a host that this version does not know */
export function readRegistrationOptions(
  positional: readonly string[],
  options: RawOptions,
  environment: Environment,
): RegistrationOptions {
  const text = wordsIn(environment.locale).install;
  const [surplus] = positional;
  if (surplus !== undefined) throw new UserError(text.noWords(surplus), 2);
  if (options.project === true) workingDirectory(environment);
  return {
    text,
    scope: options.project === true ? 'project' : 'user',
    dryRun: options.dryRun === true,
    named: namedHosts(options, text),
  };
}

/**
 * The hosts of `--host`, each once, in our order; null when there are none.
 * @throws {UserError} (2) for one that this version does not know
 */
export function namedHosts(options: RawOptions, text: InstallText): readonly Host[] | null {
  const names = [options.host ?? []].flat().map(String);
  const foreign = names.find((name) => !isHost(name));
  if (foreign !== undefined) throw new UserError(text.hostUnknown(foreign, HOSTS), 2);
  return names.length === 0 ? null : HOSTS.filter((host) => names.includes(host));
}

/** The host itself is there, whatever is registered with it. */
export function isHere(side: RegistrationHost, environment: Environment): boolean {
  const own = side.places(environment, 'user');
  return own !== null && existsSync(own.directory);
}

/** The named hosts, or each one that `isWanted`. */
export function chooseHosts(
  { named, scope }: RegistrationOptions,
  environment: Environment,
  isWanted: (target: Target) => boolean,
): Choice {
  const targets: Target[] = [];
  const absent: Target[] = [];
  const without: Host[] = [];
  for (const host of named ?? HOSTS) {
    const side = registrationHosts[host];
    const places = side.places(environment, scope);
    if (places && (named !== null || isWanted({ host, side, places })))
      targets.push({ host, side, places });
    else if (places) absent.push({ host, side, places });
    else if (named !== null || isHere(side, environment)) without.push(host);
  }
  return { targets, absent, without };
}

/**
 * The hosts to register with.
 * @throws {UserError} (3) when no host was named and none is there, or none has settings for a project
 */
export function hostsToRegister(read: RegistrationOptions, environment: Environment): Choice {
  const choice = chooseHosts(read, environment, ({ side }) => isHere(side, environment));
  if (choice.targets.length > 0) return choice;
  const { text } = read;
  if (choice.without.length > 0)
    throw new UserError(text.noProjectSettings(titlesOf(choice.without)), 3);
  const [first = HOSTS[0]] = choice.absent.map(({ host }) => host);
  const line = shellCommand([...ownCommand(environment), 'install', '--host', first]);
  throw new UserError(text.hostNotFound(choice.absent.map(nameAndPlace), line), 3);
}

export const titlesOf = (hosts: readonly Host[]): readonly string[] =>
  hosts.map((host) => registrationHosts[host].title);

const nameAndPlace = ({ side, places }: Target): string => `${side.title} (${places.directory})`;

export const invocationOf = ({ words }: Executable, environment: Environment): Invocation => ({
  words,
  dataDirectory: environment.dataDirectoryIsDefault ? null : environment.dataDirectory,
  platform: environment.platform,
});
