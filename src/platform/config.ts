import { privateDirectory, readJsonFile, writeFileAtomic } from './atomic-file.ts';
import { type DataLayout, dataLayout } from './data-layout.ts';

/** The user's settings of one data directory, in `config.json`. */
export interface Config {
  /** The directory belongs to one container: a writer that cannot be judged is gone with the last one. */
  readonly exclusive: boolean;
}

export type ConfigKey = keyof Config;

const DEFAULTS: Config = { exclusive: false };

export const CONFIG_KEYS = Object.keys(DEFAULTS) as readonly ConfigKey[];

/** The words each key takes, and what they mean. */
export const CONFIG_WORDS = {
  exclusive: { true: true, false: false },
} as const satisfies {
  readonly [Key in ConfigKey]: Readonly<Record<string, Config[Key]>>;
};

export const isConfigKey = (word: string): word is ConfigKey =>
  CONFIG_KEYS.some((key) => key === word);

/** Settings that are missing, damaged or of no known value are as by default. */
export function readConfig({ config }: Pick<DataLayout, 'config'>): Config {
  const stored = storedIn(config);
  return {
    exclusive: typeof stored.exclusive === 'boolean' ? stored.exclusive : DEFAULTS.exclusive,
  };
}

/** Keys this version does not know are kept. */
export function writeConfig<Key extends ConfigKey>(
  { root, config }: Pick<DataLayout, 'root' | 'config'>,
  key: Key,
  value: Config[Key],
): void {
  privateDirectory(root);
  const text = JSON.stringify({ ...storedIn(config), [key]: value }, null, 2);
  writeFileAtomic(config, `${text}\n`, { durable: true });
}

/** Asked for late: most hooks never meet a lock that cannot be judged. */
export const exclusiveIn = (directory: string) => (): boolean =>
  readConfig(dataLayout(directory)).exclusive;

function storedIn(path: string): Readonly<Record<string, unknown>> {
  const value = readJsonFile(path);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
