import { privateDirectory, readJsonFile, writeFileAtomic } from './atomic-file.ts';
import { type DataLayout, dataLayout } from './data-layout.ts';

/** The words each setting takes, and what they mean. */
export const CONFIG_WORDS = {
  /** The directory belongs to one container: a writer that cannot be judged is gone with the last one. */
  exclusive: { true: true, false: false },
  /** What follows `/clear`: the whole memory, a pointer to it, or nothing. */
  onClear: { continue: 'continue', index: 'index', off: 'off' },
  /** What a fresh start is given: a pointer to earlier conversations, or nothing. */
  onStart: { index: 'index', off: 'off' },
  /** What follows the host's own compaction: a reminder of what its summary may miss, or nothing. */
  onCompact: { reminder: 'reminder', off: 'off' },
} as const;

export type ConfigKey = keyof typeof CONFIG_WORDS;

type Meaning<Words> = Words[keyof Words];

/** The user's settings of one data directory, in `config.json`. */
export type Config = { readonly [Key in ConfigKey]: Meaning<(typeof CONFIG_WORDS)[Key]> };

/** How conversations begin here. */
export type Beginnings = Pick<Config, 'onClear' | 'onStart' | 'onCompact'>;

export const CONFIG_KEYS = Object.keys(CONFIG_WORDS) as readonly ConfigKey[];

const DEFAULTS: Config = {
  exclusive: false,
  onClear: 'continue',
  onStart: 'index',
  onCompact: 'reminder',
};

export const isConfigKey = (word: string): word is ConfigKey =>
  CONFIG_KEYS.some((key) => key === word);

/** Settings that are missing, damaged or of no known value are as by default. */
export function readConfig({ config }: Pick<DataLayout, 'config'>): Config {
  const stored = storedIn(config);
  const known = CONFIG_KEYS.filter((key) =>
    Object.values<unknown>(CONFIG_WORDS[key]).includes(stored[key]),
  );
  return { ...DEFAULTS, ...Object.fromEntries(known.map((key) => [key, stored[key]])) };
}

export function beginningsOf({ onClear, onStart, onCompact }: Config): Beginnings {
  return { onClear, onStart, onCompact };
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
