import type { HookTree } from '../hook-tree.ts';
import { memberOf, memberValue } from '../json-tree.ts';
import type { RegistrationState } from '../registration-host.ts';
import {
  ignoredFiles,
  readAllSettings,
  registrationIn,
  type Surroundings,
} from '../registration-reading.ts';
import { claudeSettings } from './paths.ts';
import { claudeRecall } from './recall.ts';
import { claudeFormat } from './settings.ts';

/**
 * What Claude Code will run of ours in the working directory. It ignores a file with comments or
 * trailing commas whole, without a word (seen in 2.1.332), so no hook in it runs.
 */
export function claudeRegistrationOf(environment: Surroundings): RegistrationState {
  const files = claudeSettings(environment);
  const readings = readAllSettings(files, claudeFormat);
  const decisive = readings.findLast(({ tree }) => tree && disablesHooks(tree) !== undefined);
  const disabled = decisive?.tree ? disablesHooks(decisive.tree) === true : false;
  return {
    ...registrationIn(readings, claudeFormat, environment, { permission: claudeRecall, files }),
    disabled,
    ...(disabled && decisive
      ? { disabledBy: { setting: '"disableAllHooks"', file: decisive.path } }
      : {}),
    ignored: ignoredFiles(readings, { mark: 'read' }),
  };
}

/** The later of the three files decides, as in Claude Code. */
const disablesHooks = ({ root }: HookTree): boolean | undefined => {
  const value: unknown = memberValue(memberOf(root, 'disableAllHooks'))?.value;
  return typeof value === 'boolean' ? value : undefined;
};
