import { readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, parse, resolve } from 'node:path';

/**
 * The project a directory belongs to: the work tree of its repository's common directory, so that
 * worktrees and subdirectories are their repository and a submodule is its own. Without a repository
 * it is the directory itself. A repository at the home directory (dotfiles) does not count.
 * Spelled as the file system has it, links resolved. Starts no process.
 * @param directory absolute path; it may be gone
 */
export function projectRoot(directory: string, home: string): string {
  const start = realPath(directory);
  const ceiling = realPath(home);
  for (let at = start; ; at = dirname(at)) {
    if (at === ceiling) return start;
    const root = workTreeAt(at);
    if (root !== null) return root === ceiling ? start : root;
    if (at === parse(at).root) return start;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return resolve(path); /* ENOENT: the directory was removed or renamed since */
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
  if (common === null) return directory;
  return realPath(basename(common) === '.git' ? dirname(common) : common);
}

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

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return ''; /* ENOENT or EACCES: no such mark */
  }
}
