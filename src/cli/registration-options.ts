import { existsSync } from 'node:fs';
import { type InstallText, installEn } from '../core/text/install-en.ts';
import { installJa } from '../core/text/install-ja.ts';
import { UserError } from '../core/user-error.ts';
import type { Invocation } from '../hosts/claude/commands.ts';
import { type ClaudePaths, claudePaths } from '../hosts/claude/paths.ts';
import type { Environment } from '../platform/environment.ts';
import type { Executable } from '../platform/self-install.ts';
import type { RawOptions } from './command.ts';

/** What `install` and `uninstall` have in common, once read. */
export interface RegistrationOptions {
  readonly text: InstallText;
  readonly scope: 'user' | 'project';
  readonly dryRun: boolean;
  readonly paths: ClaudePaths;
  /** Hosts were named, not looked for. */
  readonly explicit: boolean;
}

export const HOST_OPTION = {
  flag: '--host <host>',
  description: 'Only this host; may be given more than once (default: each one found)',
} as const;

/** @throws {UserError} for a word too many (2) or a host that this version does not know (3) */
export function readRegistrationOptions(
  positional: readonly string[],
  options: RawOptions,
  environment: Environment,
): RegistrationOptions {
  const text = environment.locale === 'ja' ? installJa : installEn;
  const [surplus] = positional;
  if (surplus !== undefined) throw new UserError(text.noWords(surplus), 2);
  const hosts = [options.host ?? []].flat().map(String);
  const foreign = hosts.find((host) => host !== 'claude');
  if (foreign !== undefined) throw new UserError(text.hostNotYet(foreign), 3);
  const scope = options.project === true ? 'project' : 'user';
  return {
    text,
    scope,
    dryRun: options.dryRun === true,
    paths: claudePaths(environment, scope),
    explicit: hosts.length > 0 || scope === 'project',
  };
}

/** @throws {UserError} (3) when no host was named and none is there */
export function requireHost({ explicit, paths, text }: RegistrationOptions): void {
  if (!explicit && !existsSync(paths.directory))
    throw new UserError(text.hostNotFound(paths.directory), 3);
}

export const invocationOf = ({ words }: Executable, environment: Environment): Invocation => ({
  words,
  dataDirectory: environment.dataDirectoryIsDefault ? null : environment.dataDirectory,
  platform: environment.platform,
});
