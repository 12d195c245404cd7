import { homedir, userInfo } from 'node:os';
import { isAbsolute, join, resolve } from 'node:path';
import process from 'node:process';
import type { Language } from '../core/language.ts';
import { UserError } from '../core/user-error.ts';

/** The outside world of one process, read once in `main.ts` and handed down. */
export interface Environment {
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  readonly cwd: string;
  /** It was removed under us (a worktree that is gone); `cwd` is then the home directory. */
  readonly cwdIsGone?: boolean;
  readonly platform: NodeJS.Platform;
  /** Absolute path of what is running: the executable, or node when run from sources. */
  readonly executable: string;
  /** The script when run from sources, null inside the executable. */
  readonly script: string | null;
  /** Where everything of ours is kept. */
  readonly dataDirectory: string;
  /** True when `dataDirectory` is where a process without any setting would look. */
  readonly dataDirectoryIsDefault: boolean;
  /** What the user reads in. */
  readonly locale: Language;
  readonly version: string;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

const absolute = (path: string, cwd: string): string =>
  isAbsolute(path) ? path : resolve(cwd, path);

/** `LC_ALL`, `LC_MESSAGES`, `LANG` in the order of POSIX. */
function localeOf(variables: Environment['variables']): Language {
  const name = variables.LC_ALL || variables.LC_MESSAGES || variables.LANG || '';
  return /^ja\b|^ja_/i.test(name) ? 'ja' : 'en';
}

/** Absolute: an empty or relative HOME would put the memory into whatever directory we are started in. */
function homeDirectory(): string | null {
  for (const ask of [homedir, () => userInfo().homedir]) {
    try {
      const home = ask();
      if (isAbsolute(home)) return home;
    } catch {
      /* ENOENT: no HOME, and the system does not know this user (a container) */
    }
  }
  return null;
}

function currentDirectory(home: string): Pick<Environment, 'cwd' | 'cwdIsGone'> {
  try {
    return { cwd: process.cwd(), cwdIsGone: false };
  } catch {
    return { cwd: home, cwdIsGone: true }; /* ENOENT */
  }
}

/** Where a process without `--data-dir` keeps its data: `THROUGHLINE_HOME`, or below the home. Absolute. */
export const usualDataDirectory = ({
  variables,
  home,
  cwd,
}: Pick<Environment, 'variables' | 'home' | 'cwd'>): string =>
  absolute(variables.THROUGHLINE_HOME || join(home, '.throughline'), cwd);

/** For what must not fail where nothing says where the data is. */
export const readVariables = (): Environment['variables'] => process.env;

/**
 * Reads the process once.
 * @param options.dataDirectory value of `--data-dir`, which wins over `THROUGHLINE_HOME`
 * @throws {UserError} when nothing says where the data is
 */
export function readEnvironment(options: {
  readonly dataDirectory?: string | undefined;
  readonly script: string | null;
  readonly version: string;
}): Environment {
  const variables = readVariables();
  const known = homeDirectory();
  const home = known ?? '/';
  const { cwd, cwdIsGone = false } = currentDirectory(home);
  if (known === null && !options.dataDirectory && !variables.THROUGHLINE_HOME)
    throw new UserError('This user has no home directory. Set HOME, or say --data-dir DIR.');
  const chosen = options.dataDirectory || usualDataDirectory({ variables, home, cwd });
  const dataDirectory = absolute(chosen, cwd);
  return {
    variables,
    home,
    cwd,
    cwdIsGone,
    platform: process.platform,
    executable: process.execPath,
    script: options.script,
    dataDirectory,
    dataDirectoryIsDefault: dataDirectory === join(home, '.throughline'),
    locale: localeOf(variables),
    version: options.version,
    now: Date.now,
  };
}
