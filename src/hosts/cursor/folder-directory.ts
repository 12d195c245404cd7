import { readdirSync } from 'node:fs';
import { join, parse } from 'node:path';
import { projectFolder } from './paths.ts';

/** Directories that are looked into for one name. */
const MOST_LOOKS = 2000;

/**
 * The directory for which Cursor keeps a folder of this name. The name has lost what is neither letter
 * nor digit, so directories that exist are tried.
 * @param home on the same drive, where there are drives
 * @returns null when there is none any more, more than one, or it is no name of a directory
 */
export function directoryOf(folder: string, home: string): string | null {
  const { root } = parse(home);
  const drive = root.replace(/[^A-Za-z0-9]+/g, '');
  const isOnDrive = drive !== '' && folder.toLowerCase().startsWith(`${drive.toLowerCase()}-`);
  const looks = { left: MOST_LOOKS };
  const rest = isOnDrive ? folder.slice(drive.length + 1) : folder;
  const found = [...matches(root, rest, looks)].slice(0, 2);
  const [only] = found;
  return found.length === 1 && looks.left > 0 && only !== undefined ? only : null;
}

/** Depth first, only where the name goes on with what the directory is called. */
function* matches(
  directory: string,
  rest: string,
  looks: { left: number },
): Generator<string, undefined, undefined> {
  looks.left -= 1;
  if (looks.left <= 0) return;
  for (const name of directoriesIn(directory)) {
    const word = projectFolder(name);
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
