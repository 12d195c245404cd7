import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { errorCode } from './error-code.ts';
import { patiently } from './patience.ts';
import { openRegularFile } from './regular-file.ts';

/**
 * Makes a directory that only its owner may enter (0700), with its parents.
 * @throws the system's error, also where something else than a directory has the name
 */
export const privateDirectory = (path: string): void => makeDirectory(path, 0o700);

/**
 * Makes a directory with its parents. Not by Node's `recursive`, which never ends where a directory
 * is refused with ENOENT although its parent exists (automounted homes, /proc; seen in 22.23.2).
 * @throws the system's error, also where something else than a directory has the name
 */
export function makeDirectory(path: string, mode: number): void {
  const parent = dirname(path);
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (errorCode(error) === 'ENOENT' && parent !== path && !existsSync(parent)) {
      makeDirectory(parent, mode);
      makeDirectory(path, mode);
    } else if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

interface WriteOptions {
  /** Of a new file; default 0600. */
  readonly mode?: number;
  /** Also wait for the disk (a spooled event, a user's settings). */
  readonly durable?: boolean;
}

/** Writes a file whole or not at all: temporary file beside it, then rename. */
export const writeFileAtomic = (
  path: string,
  data: string | Uint8Array,
  options: WriteOptions = {},
): void =>
  writeBeside(path, data, options, (temporary) => patiently(() => renameSync(temporary, path)));

/** Writes a file whole, or leaves the one that is there already: of several writers one wins. */
export const createFileAtomic = (path: string, data: string): void =>
  writeBeside(path, data, {}, (temporary) => {
    try {
      linkSync(temporary, path);
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    rmSync(temporary, { force: true });
  });

function writeBeside(
  path: string,
  data: string | Uint8Array,
  { mode = 0o600, durable = false }: WriteOptions,
  publish: (temporary: string) => void,
): void {
  const temporary = join(dirname(path), `.${basename(path)}.${uniqueSuffix()}.tmp`);
  const bytes = typeof data === 'string' ? Buffer.from(data, 'utf8') : data;
  const fd = openSync(temporary, 'wx', mode);
  try {
    for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
    if (durable) fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
  try {
    publish(temporary);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncDirectory(dirname(path));
}

/** No secret: two writers must only not choose the same, and `wx` sees to it if they do. */
const uniqueSuffix = (): string => `${process.pid}-${Math.random().toString(36).slice(2)}`;

/**
 * Puts the names in a directory on the disk, so that a new file or a rename survives a power cut.
 * Does nothing on Windows, which opens a directory for reading only and then refuses to flush it (EPERM).
 */
export function syncDirectory(path: string): void {
  if (process.platform === 'win32') return;
  let fd: number;
  try {
    fd = openSync(path, 'r');
  } catch (error) {
    if (errorCode(error) === 'EACCES') return; // may be entered, not listed
    throw error;
  }
  try {
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

/** No mark, record or description is as long. */
const LONGEST_JSON = 16 * 1024 * 1024;

/** The parsed JSON of a small file, or null when it is missing, damaged or no such file at all. */
export function readJsonFile(path: string): unknown {
  try {
    return JSON.parse(readSmallFile(path));
  } catch {
    return null; /* ENOENT, EACCES, or cut by a crash before files were written by rename */
  }
}

/** Waits for no pipe and reads no endless device; empty for these. */
function readSmallFile(path: string): string {
  const fd = openRegularFile(path);
  if (fd === null) return '';
  try {
    return fstatSync(fd).size > LONGEST_JSON ? '' : readFileSync(fd, 'utf8');
  } finally {
    closeSync(fd);
  }
}
