import { chmodSync, existsSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import { win32 } from 'node:path';
import process from 'node:process';
import { dataLayout } from './data-layout.ts';
import { dataContents } from './purge.ts';

const FOREIGN_RIGHTS = 0o077;

/**
 * Takes the rights of others away from a data directory that somebody else has made (a mounted volume
 * is 0755), when it belongs to this user and holds nothing but what is ours.
 * @returns whether rights were taken away; on Windows, where nobody is told, always false
 */
export function closeToOthers(directory: string): boolean {
  if (process.platform === 'win32') return closeOnWindows(directory);
  const found = statSync(directory, { throwIfNoEntry: false });
  if (found === undefined || found.uid !== process.getuid?.()) return false;
  if ((found.mode & FOREIGN_RIGHTS) === 0 || holdsOthers(directory)) return false;
  try {
    chmodSync(directory, found.mode & 0o7700);
  } catch {
    return false; /* EPERM, EROFS: a disk without rights; doctor says what to do */
  }
  return true;
}

/** A volume of its own begins with `lost+found`. */
const holdsOthers = (directory: string): boolean =>
  dataContents(directory).foreign.some((name) => name !== 'lost+found');

/** Before the first memory is made, so once: later rights are the user's business. */
function closeOnWindows(directory: string): false {
  const { database } = dataLayout(directory);
  if (!existsSync(directory) || existsSync(database) || holdsOthers(directory)) return false;
  const { SystemRoot = 'C:\\Windows', USERDOMAIN } = process.env;
  const [program, ...args] = ownerOnly(directory, {
    systemRoot: SystemRoot,
    domain: USERDOMAIN,
    user: userInfo().username,
  });
  /* Where it fails (a disk without rights) the directory has those of the one above it. */
  process
    .getBuiltinModule('node:child_process')
    .spawnSync(program, args, { stdio: 'ignore', windowsHide: true, timeout: 5000 });
  return false;
}

/** The built-in group and user of every Windows, in any language: administrators, and the system. */
const ADMINISTRATORS = '*S-1-5-32-544';
const SYSTEM = '*S-1-5-18';

/**
 * The words that give a directory and all that is made in it to its user, and as usual to the system and
 * administrators, who could take it anyway. In one run, so that nobody is shut out in between.
 * @internal exported for its test
 */
export function ownerOnly(
  directory: string,
  names: {
    readonly systemRoot: string;
    readonly domain: string | undefined;
    readonly user: string;
  },
): readonly [string, ...string[]] {
  const { systemRoot, domain, user } = names;
  const owner = domain ? `${domain}\\${user}` : user;
  const grants = [owner, SYSTEM, ADMINISTRATORS].map((name) => `${name}:(OI)(CI)F`);
  const program = win32.join(systemRoot, 'System32', 'icacls.exe');
  return [program, directory, '/inheritance:r', '/grant:r', ...grants, '/Q'];
}
