import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, parse, resolve } from 'node:path';

/** Where a directory is. Both spelled as the file system has them, links resolved. */
export interface ProjectPlace {
  readonly root: string;
  readonly directory: string;
}

/**
 * The project a directory belongs to: the work tree of its repository's common directory, so that
 * worktrees and subdirectories are their repository and a submodule is its own. Without a repository
 * it is the directory itself. A repository at the home directory (dotfiles) does not count.
 * Starts no process.
 * @param directory absolute path; it may be gone
 */
export function projectPlace(directory: string, home: string): ProjectPlace {
  const start = realPath(directory);
  return { root: rootAbove(start, realPath(home)), directory: start };
}

/** {@link projectPlace} for who needs the root alone. */
export const projectRoot = (directory: string, home: string): string =>
  projectPlace(directory, home).root;

/** No system takes a longer one, and nothing is to be found by walking up from it. */
const LONGEST_PATH = 4096;

/** The part that is gone (a directory that was removed or renamed since) stays as it is spelled. */
function realPath(path: string): string {
  const whole = withUpperDrive(resolve(path));
  if (whole.length > LONGEST_PATH) return whole;
  for (let at = whole; ; at = dirname(at)) {
    try {
      return join(realpathSync.native(at), whole.slice(at.length));
    } catch {
      if (at === parse(at).root) return whole; /* ENOENT, EACCES: the next one above may be there */
    }
  }
}

/** `c:\\…` is `C:\\…`, also of a directory or drive that is gone, which the system spells no more. */
const withUpperDrive = (path: string): string =>
  path.replace(/^[a-z](?=:\\)/, (letter) => letter.toUpperCase());

function rootAbove(start: string, ceiling: string): string {
  if (start.length > LONGEST_PATH) return start;
  for (let at = start; ; at = dirname(at)) {
    if (at === ceiling) return start;
    const root = workTreeAt(at);
    if (root !== null) return root === ceiling ? start : root;
    if (at === parse(at).root) return start;
  }
}

/** The repository's own work tree when `directory` is a work tree's top, else null. */
function workTreeAt(directory: string): string | null {
  const dotGit = join(directory, '.git');
  const entry = entryAt(dotGit);
  if (entry === null) return null;
  if (entry.isDirectory()) return directory;
  const gitDirectory = linkedDirectory(dotGit);
  if (gitDirectory === null) return null;
  const common = commonDirectory(gitDirectory);
  if (common !== null) return realPath(mainWorkTree(common));
  return isApart(gitDirectory) ? realPath(mainWorkTree(gitDirectory)) : directory;
}

/**
 * Of `git init --separate-git-dir`: nothing in it says where its work tree is (seen in 2.39.5), so for its
 * worktrees and for that one it stands itself. A submodule's says it, or is kept inside of another.
 */
const isApart = (gitDirectory: string): boolean =>
  entryAt(join(gitDirectory, 'HEAD')) !== null &&
  !/[/\\]\.git[/\\]/.test(gitDirectory) &&
  configuredWorkTree(gitDirectory) === null;

function entryAt(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null; /* ENOENT; EACCES, ENAMETOOLONG: what cannot be seen is no repository to us */
  }
}

/** `.git` as a file: `gitdir: <path>`, relative to where it stands. */
function linkedDirectory(dotGit: string): string | null {
  const [, path] = /^gitdir:\s*(.+?)\s*$/m.exec(readText(dotGit)) ?? [];
  return path === undefined ? null : resolve(dirname(dotGit), path);
}

/** A worktree's git directory names the repository's in `commondir`; a submodule's has no such file. */
function commonDirectory(gitDirectory: string): string | null {
  const path = readText(join(gitDirectory, 'commondir')).trim();
  return path === '' ? null : resolve(gitDirectory, path);
}

/** A bare repository has none and stands for itself, unless it is kept inside a directory for its worktrees. */
function mainWorkTree(common: string): string {
  const parent = dirname(common);
  if (basename(common) === '.git') return parent;
  const configured = configuredWorkTree(common);
  if (configured !== null) return configured;
  const linked = linkedDirectory(join(parent, '.git'));
  return linked !== null && realPath(linked) === realPath(common) ? parent : common;
}

/** `core.worktree`, which git writes for submodules; their worktrees belong to the submodule. */
function configuredWorkTree(common: string): string | null {
  const text = ['config', 'config.worktree'].map((name) => readText(join(common, name))).join('\n');
  const [, path] = /^\s*(?:\[core\]\s*)?worktree\s*=\s*"?(.+?)"?\s*$/im.exec(text) ?? [];
  return path === undefined ? null : resolve(common, path);
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; /* ENOENT or EACCES: no such mark */
  }
}
