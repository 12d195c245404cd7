import { rmSync } from 'node:fs';
import { isRecord } from '../core/record.ts';
import type { Host } from '../core/session.ts';
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
  write(config, { ...storedIn(config), [key]: value });
}

const write = (path: string, values: object): void =>
  writeFileAtomic(path, `${JSON.stringify(values, null, 2)}\n`, { durable: true });

/** How many entries a host has for the event that carries a memory (`install --pages`). */
export function pagesFor({ config }: Pick<DataLayout, 'config'>, host: Host): number {
  const pages = storedPages(config)[host];
  return Number.isInteger(pages) && Number(pages) >= 1 && Number(pages) <= 9 ? Number(pages) : 1;
}

/** Writes down how many entries a host has now; a host with one or none needs no word. */
export function notePages(
  { root, config }: Pick<DataLayout, 'root' | 'config'>,
  host: Host,
  pages: number,
): void {
  const { [host]: before = 1, ...others } = storedPages(config);
  const now = Math.max(1, pages);
  if (before === now) return;
  const noted = now === 1 ? others : { ...others, [host]: now };
  const { pages: _, ...stored } = storedIn(config);
  const values = Object.keys(noted).length === 0 ? stored : { ...stored, pages: noted };
  privateDirectory(root);
  if (Object.keys(values).length === 0) rmSync(config, { force: true });
  else write(config, values);
}

const storedPages = (path: string): Readonly<Record<string, unknown>> => {
  const { pages } = storedIn(path);
  return isRecord(pages) ? pages : {};
};

/** Asked for late: most hooks never meet a lock that cannot be judged. */
export const exclusiveIn = (directory: string) => (): boolean =>
  readConfig(dataLayout(directory)).exclusive;

function storedIn(path: string): Readonly<Record<string, unknown>> {
  const value = readJsonFile(path);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
