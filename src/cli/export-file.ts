import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { UserError } from '../core/user-error.ts';
import { syncDirectory } from '../platform/atomic-file.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { errorCode } from '../platform/error-code.ts';
import { writeOutput } from '../platform/output.ts';
import { directoryRefusal, fileRefusal } from '../platform/write-refusal.ts';
import { refusalText } from './unwritable.ts';
import { pathNamed } from './working-directory.ts';

/** Where a text goes, piece by piece. */
export interface TextSink {
  /** @returns false when nobody reads any more (`| head`) */
  write(text: string): boolean;
  /** All of it is written. */
  finish(): void;
  /** Leaves nothing behind of what was not finished. */
  discard(): void;
}

export const standardOutput: TextSink = {
  write: writeOutput,
  finish: () => {},
  discard: () => {},
};

/** A file that is to be written. */
export interface ExportTarget {
  /** Absolute; links resolved where it is there already. */
  readonly path: string;
  readonly force: boolean;
  /** A device or a pipe, which is written to as it is. */
  readonly isStream: boolean;
}

/**
 * @throws {UserError} exit 3 when it is there already and may not be replaced, or is no file; exit 1
 *   when its directory is missing or this user may not write there
 */
export function exportTarget(word: string, force: boolean, environment: Environment): ExportTarget {
  const asked = pathNamed(word, environment);
  const stat = statSync(asked, { throwIfNoEntry: false });
  const directory = stat === undefined ? dirname(asked) : dirname(realpathSync(asked));
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`There is no directory ${directory} to write to.`);
  const path =
    stat === undefined ? join(realpathSync(directory), basename(asked)) : realpathSync(asked);
  if (stat?.isDirectory()) throw new UserError(`${asked} is a directory; name a file.`, 3);
  const isStream = stat !== undefined && !stat.isFile();
  refuseOwn(path, stat !== undefined, environment);
  if (stat !== undefined && !isStream && !force)
    throw new UserError(`${asked} is there already; --force replaces it.`, 3);
  const refused = isStream ? fileRefusal(path) : directoryRefusal(directory);
  if (refused !== null) throw new UserError(`${refusalText(refused)}; name another place.`);
  return { path, force, isStream };
}

/** No export takes the place of the memory or of what belongs to it. */
function refuseOwn(path: string, isThere: boolean, { dataDirectory }: Environment): void {
  const root = realPath(dataDirectory);
  const isInside = path.startsWith(join(root, '/'));
  const { database } = dataLayout(root);
  if (isInside && (isThere || path.startsWith(database)))
    throw new UserError(`${path} belongs to the memory itself; name another file.`, 3);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; /* ENOENT: no memory yet */
  }
}

/** The name under which a file is written until it is whole. */
export const temporaryName = (path: string): string =>
  join(
    dirname(path),
    `.${basename(path)}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`,
  );

/** Written beside its place (0600) and put there when it is whole. */
export function fileSink(target: ExportTarget): TextSink {
  const { path, isStream } = target;
  const temporary = isStream ? path : temporaryName(path);
  const fd = openSync(temporary, isStream ? 'w' : 'wx', 0o600);
  const write = (text: string): true => {
    const bytes = Buffer.from(text, 'utf8');
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    return true;
  };
  return {
    write,
    finish() {
      if (!isStream) fsyncSync(fd);
      closeSync(fd);
      if (!isStream) publish(temporary, target);
    },
    discard() {
      closeSync(fd);
      if (!isStream) rmSync(temporary, { force: true });
    },
  };
}

/** A file that came to be there meanwhile is as safe as one that was there before. */
export function publish(temporary: string, { path, force }: ExportTarget): void {
  try {
    if (force || !linked(temporary, path)) renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
  syncDirectory(dirname(path));
}

function linked(temporary: string, path: string): boolean {
  try {
    linkSync(temporary, path);
    return true;
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') return false; /* EPERM, ENOTSUP: a disk without hard links */
    throw new UserError(`${path} is there already; --force replaces it.`, 3, { cause: error });
  }
}
