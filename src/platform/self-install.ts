import { createHash, randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { privateDirectory } from './atomic-file.ts';
import { dataLayout } from './data-layout.ts';
import type { Environment } from './environment.ts';
import { errorCode } from './error-code.ts';
import { entryAt } from './file-change.ts';
import { refusal } from './refusal.ts';

/** How hooks start this program, and the copy that has to be made first. */
export interface Executable {
  /** Absolute path, or the runtime, its flags and the script when run from sources. */
  readonly words: readonly string[];
  readonly copy: { readonly from: string; readonly to: string } | null;
}

const READ_BYTES = 1 << 20;

/**
 * Decides where the executable stays. Run from sources, or in place, it stays where it is.
 * @throws {FileRefusal} when what is at the stable place must not be replaced
 */
export function planExecutable(
  environment: Environment,
  options: { readonly inPlace: boolean },
): Executable {
  const { executable, script, dataDirectory, platform } = environment;
  const { bin } = dataLayout(dataDirectory);
  if (script !== null) {
    const isDeno = /^deno(?:\.exe)?$/i.test(basename(executable));
    return { words: [executable, ...(isDeno ? ['run', '--allow-all'] : []), script], copy: null };
  }
  if (options.inPlace) return { words: [executable], copy: null };
  const to = join(bin, platform === 'win32' ? 'throughline-bin.exe' : 'throughline-bin');
  if (entryAt(bin)?.isSymbolicLink()) throw refusal('place-is-link', bin);
  if (entryAt(to)?.isDirectory()) throw refusal('place-is-directory', to);
  const isThere = isSameFile(executable, to) && (platform === 'win32' || isExecutable(to));
  return { words: [to], copy: isThere ? null : { from: executable, to } };
}

/** Where the executable keeps what V8 makes of its code, if it is there; see `build/code-cache.ts`. */
const CODE_CACHE = 'cache';

/**
 * Makes the planned copy: whole or not at all, mode 0755, a link at the target replaced and not followed.
 * @throws {FileRefusal} when the system refuses
 */
export function copyExecutable({ from, to }: { readonly from: string; readonly to: string }): void {
  try {
    privateDirectory(dirname(to));
    copyAtomic(from, to);
    privateDirectory(join(dirname(to), CODE_CACHE));
  } catch (error) {
    throw refusal('uncopied', to, error);
  }
}

function copyAtomic(from: string, to: string): void {
  const temporary = join(dirname(to), `.${basename(to)}.${randomUUID()}.tmp`);
  try {
    copyFileSync(from, temporary, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    chmodSync(temporary, 0o755);
    flush(temporary);
    moveOver(temporary, to);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** Equal by size, then by content. A link at `to` is never the same. */
function isSameFile(from: string, to: string): boolean {
  const target = entryAt(to);
  if (!target?.isFile()) return false;
  if (realpathSync(from) === realpathSync(to)) return true;
  return statSync(from).size === target.size && hashOf(from) === hashOf(to);
}

const isExecutable = (path: string): boolean => (statSync(path).mode & 0o111) === 0o111;

function hashOf(path: string): string {
  const hash = createHash('sha256');
  const buffer = Buffer.allocUnsafe(READ_BYTES);
  const fd = openSync(path, 'r');
  try {
    for (let read = readSync(fd, buffer); read > 0; read = readSync(fd, buffer))
      hash.update(buffer.subarray(0, read));
  } finally {
    closeSync(fd);
  }
  return hash.digest('hex');
}

function flush(path: string): void {
  const fd = openSync(path, 'r+');
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** Windows refuses to replace a program that runs, but lets it be renamed aside. */
function moveOver(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (!['EPERM', 'EACCES', 'EBUSY'].includes(code) || !existsSync(to)) throw error;
    renameSync(to, `${to}.${randomUUID()}.old`);
    renameSync(from, to);
  }
}
