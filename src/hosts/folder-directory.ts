import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';

/** Directories that are looked into for one name. */
const MOST_LOOKS = 2000;

/**
 * The directory for which a host keeps a folder of this name. The name has lost what is neither letter
 * nor digit ({@link folderName}), so directories that exist are tried.
 * @param home on the same drive, where there are drives
 * @returns null when there is none any more, more than one, or it is no name of a directory
 */
export function directoryOf(folder: string, home: string): string | null {
  const { root } = parse(home);
  const drive = root.replace(/[^A-Za-z0-9]+/g, '');
  const isOnDrive = drive !== '' && folder.toLowerCase().startsWith(`${drive.toLowerCase()}-`);
  const looks = { left: MOST_LOOKS };
  const rest = folderName(isOnDrive ? folder.slice(drive.length + 1) : folder);
  const found = [...matches(root, rest, looks)].slice(0, 2);
  const [only] = found;
  return found.length === 1 && looks.left > 0 && only !== undefined ? only : null;
}

/** Letters and digits stay, runs of anything else become one dash, none at the ends; empty without any. */
export const folderName = (path: string): string =>
  path
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .join('-');

/** Depth first, only where the name goes on with what the directory is called. */
function* matches(
  directory: string,
  rest: string,
  looks: { left: number },
): Generator<string, undefined, undefined> {
  looks.left -= 1;
  if (looks.left <= 0) return;
  for (const name of directoriesIn(directory)) {
    const word = folderName(name);
    const path = join(directory, name);
    if (word === rest) yield path;
    else if (rest.startsWith(`${word}-`)) yield* matches(path, rest.slice(word.length + 1), looks);
  }
}

function directoriesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /[A-Za-z0-9]/.test(entry.name))
      .map(({ name }) => name);
  } catch {
    return []; /* EACCES, ENOENT: nothing in there is a project of this user */
  }
}
