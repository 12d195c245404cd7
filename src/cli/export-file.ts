import {
  closeSync,
  fsyncSync,
  linkSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import process from 'node:process';
import { UserError } from '../core/user-error.ts';
import { syncDirectory } from '../platform/atomic-file.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { errorCode } from '../platform/error-code.ts';
import { writeOutput } from '../platform/output.ts';
import { patiently } from '../platform/patience.ts';
import { directoryRefusal, fileRefusal } from '../platform/write-refusal.ts';
import { writing } from './export-failure.ts';
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
  /** Absolute; links resolved. */
  readonly path: string;
  readonly force: boolean;
  /** A device or a pipe, which is written to as it is. */
  readonly isStream: boolean;
}

/**
 * @throws {UserError} exit 3 when it is there already and may not be replaced, is no file, or belongs
 *   to the memory; exit 1 when its directory is missing or this user may not write there
 */
export function exportTarget(word: string, force: boolean, environment: Environment): ExportTarget {
  const asked = pathNamed(word, environment);
  const { stat, path } = writing(asked, () => placeOf(asked));
  if (stat?.isDirectory()) throw new UserError(`${asked} is a directory; name a file.`, 3);
  const isStream = stat !== undefined && !stat.isFile();
  refuseOwn(path, environment);
  if (!isStream && !force) refusePresent(asked, path);
  const refused = isStream ? fileRefusal(path) : directoryRefusal(dirname(path));
  if (refused !== null) throw new UserError(`${refusalText(refused)}; name another place.`);
  return { path, force, isStream };
}

/** What is there, and where a write would end: the links of its directory are resolved too. */
function placeOf(asked: string): { readonly stat: Stats | undefined; readonly path: string } {
  const stat = statSync(asked, { throwIfNoEntry: false });
  const followed = followLinks(asked);
  const directory = dirname(followed);
  if (!statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    throw new UserError(`There is no directory ${directory} to write to.`);
  return { stat, path: join(realpathSync(directory), basename(followed)) };
}

/** Where a write would end, also where nothing is there yet. */
function followLinks(path: string): string {
  let at = path;
  for (let links = 0; links < MOST_LINKS; links += 1) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return at;
    if (isStreamLink(at)) return realPath(at);
    at = resolve(realPath(dirname(at)), readlinkSync(at));
  }
  throw new UserError(`${path} is a link that leads nowhere.`, 3);
}

/** As many as Linux follows. */
const MOST_LINKS = 40;

/** What `/dev/stderr` links to has no name of its own to read. */
const isStreamLink = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === false;

function refusePresent(asked: string, path: string): void {
  const there = lstatSync(asked, { throwIfNoEntry: false });
  if (there?.isSymbolicLink() === true)
    throw new UserError(`${asked} is a link to ${path}; --force writes there.`, 3);
  if (there !== undefined)
    throw new UserError(`${asked} is there already; --force replaces it.`, 3);
}

/** Nothing is written into the data directory, nor to what it links to. */
function refuseOwn(path: string, { dataDirectory }: Environment): void {
  const root = realPath(dataDirectory);
  const database = realPath(dataLayout(root).database);
  const isOwn = [root, ...linkedFrom(root)].some(
    (own) => path === own || path.startsWith(join(own, '/')),
  );
  if (isOwn || path.startsWith(`${database}-`) || isBelow(dirname(path), root))
    throw new UserError(`${path} belongs to the memory itself; name another file.`, 3);
}

function linkedFrom(root: string): readonly string[] {
  if (!statSync(root, { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map(({ name }) => realPath(join(root, name)));
}

/** By what the directories are: their names may be spelled in several ways. */
function isBelow(directory: string, root: string): boolean {
  const own = statSync(root, { bigint: true, throwIfNoEntry: false });
  if (own === undefined) return false;
  for (let at = directory; ; at = dirname(at)) {
    const { dev, ino } = statSync(at, { bigint: true });
    if (dev === own.dev && ino === own.ino) return true;
    if (at === dirname(at)) return false;
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; /* ENOENT: no memory yet, a link to what is gone */
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
  const fd = writing(path, () => openSync(temporary, isStream ? 'w' : 'wx', 0o600));
  const put = (text: string): true => {
    const bytes = Buffer.from(text, 'utf8');
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    return true;
  };
  const discard = (): void => {
    closeSync(fd);
    if (!isStream) rmSync(temporary, { force: true });
  };
  return {
    write: (text) => writing(path, () => put(text)),
    finish() {
      try {
        if (!isStream) writing(path, () => fsyncSync(fd));
      } catch (error) {
        discard();
        throw error;
      }
      writing(path, () => closeSync(fd));
      if (!isStream) writing(path, () => publish(temporary, target));
    },
    discard,
  };
}

/** A file that came to be there meanwhile is as safe as one that was there before. */
export function publish(temporary: string, { path, force }: ExportTarget): void {
  try {
    if (force || !linked(temporary, path)) patiently(() => renameSync(temporary, path));
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
