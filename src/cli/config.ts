import { UserError } from '../core/user-error.ts';
import {
  CONFIG_KEYS,
  CONFIG_WORDS,
  type Config,
  type ConfigKey,
  isConfigKey,
  readConfig,
  writeConfig,
} from '../platform/config.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import { closeToOthers } from '../platform/private-rights.ts';
import type { Command } from './command.ts';
import { systemFailure } from './unwritable.ts';

/** The first word is the default. */
const MEANINGS: Readonly<Record<ConfigKey, string>> = {
  exclusive:
    'false, true    true: one container at a time uses the data directory, the lock of the last is taken over',
  onClear: 'continue, index, off    after /clear: the memory; where it is; nothing',
  onStart: 'index, off    a fresh session: where earlier sessions are; nothing',
  onCompact: 'reminder, off    after a compaction: your last requests; nothing',
};

export const config: Command = {
  name: 'config',
  positional: '[key] [value]',
  summary: 'Show the settings, or change one',
  notes: [
    'Settings, their words and what they mean:',
    ...CONFIG_KEYS.map((key) => `  ${key.padEnd(9)}  ${MEANINGS[key]}`),
  ],
  options: [],
  run(positional, _options, environment) {
    const [key, value, surplus] = positional;
    if (surplus !== undefined) throw new UserError(`One word too many: ${surplus}.`, 2);
    if (key !== undefined && !isConfigKey(key)) {
      throw new UserError(`There is no setting ${key}. There are: ${CONFIG_KEYS.join(', ')}.`, 2);
    }
    const layout = dataLayout(environment.dataDirectory);
    if (key !== undefined && value !== undefined) set(layout, key, value);
    const values = readConfig(layout);
    return {
      text: key === undefined ? tableOf(values) : `${values[key]}`,
      json: { schema: 'throughline.config.v1', path: layout.config, values },
    };
  },
};

/** `key value`, and the words each takes: nobody has to look them up. */
const tableOf = (values: Config): string =>
  CONFIG_KEYS.map((key) => {
    const words = Object.keys(CONFIG_WORDS[key]).join(', ');
    return `${`${key} ${values[key]}`.padEnd(20)}  (${words})`;
  }).join('\n');

function set(layout: DataLayout, key: ConfigKey, word: string): void {
  const meanings: Readonly<Record<string, Config[ConfigKey]>> = CONFIG_WORDS[key];
  const value = Object.hasOwn(meanings, word) ? meanings[word] : undefined;
  if (value === undefined) {
    const words = Object.keys(meanings).join(' or ');
    throw new UserError(`${key} is ${words}, not ${word}.`, 2);
  }
  try {
    writeConfig(layout, key, value);
    closeToOthers(layout.root);
  } catch (error) {
    throw systemFailure(error, layout);
  }
}
