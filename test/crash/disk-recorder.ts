import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { basename, dirname } from 'node:path';
import type { Acknowledged, DiskOperation } from './disk-operation.ts';

const DIRECTORY = 0;

type Parameters = readonly unknown[];

/**
 * Writes down what this process does to the files of one directory. It listens at `node:fs`, so
 * nothing of the product is replaced. A call it does not know shows when the files are compared
 * with what was written down.
 */
export class DiskRecorder {
  readonly operations: DiskOperation[] = [];
  readonly #directory: string;
  readonly #names = new Map<string, number>();
  /** By file descriptor. */
  readonly #open = new Map<unknown, number>();
  #lastFile = DIRECTORY;

  /** @param directory its real path; empty */
  constructor(directory: string) {
    this.#directory = directory;
  }

  /** For the rest of this process. */
  start(): void {
    listen('openSync', ([path], fd) => this.#noteOpen(String(path), fd));
    listen('closeSync', ([fd]) => this.#open.delete(fd));
    listen('writeSync', (parameters, count) => this.#noteWrite(parameters, Number(count)));
    listen('ftruncateSync', ([fd, size]) => {
      this.#onFile(fd, (file) => ({ type: 'truncate', file, size: Number(size ?? 0) }));
    });
    for (const name of ['fsyncSync', 'fdatasyncSync'] as const) {
      listen(name, ([fd]) => {
        this.#onFile(fd, (file) =>
          file === DIRECTORY ? { type: 'sync-directory' } : { type: 'sync', file },
        );
      });
    }
    for (const name of ['unlinkSync', 'rmSync'] as const) {
      listen(name, ([path]) => this.#noteRemoval(String(path)));
    }
    listen('renameSync', ([from, to]) => this.#noteRename(String(from), String(to)));
    listen('copyFileSync', ([, to]) => this.#noteCopy(String(to)));
    syncBuiltinESMExports();
  }

  acknowledge(what: Acknowledged): void {
    this.operations.push({ type: 'acknowledge', what });
  }

  #noteOpen(path: string, fd: unknown): void {
    if (path === this.#directory) this.#open.set(fd, DIRECTORY);
    else if (this.#isInside(path)) this.#open.set(fd, this.#fileOf(path));
  }

  #noteWrite([fd, source, offset, , position]: Parameters, count: number): void {
    this.#onFile(fd, (file) => {
      if (!(source instanceof Uint8Array) || typeof position !== 'number') {
        throw new Error('A write that is not recorded: text, or at no position');
      }
      const start = Number(offset ?? 0);
      return { type: 'write', file, position, bytes: source.slice(start, start + count) };
    });
  }

  #noteRemoval(path: string): void {
    const name = basename(path);
    if (!this.#isInside(path) || !this.#names.delete(name)) return;
    this.operations.push({ type: 'remove', name });
  }

  #noteRename(from: string, to: string): void {
    const file = this.#names.get(basename(from));
    if (!this.#isInside(from) || file === undefined) return;
    this.#names.delete(basename(from));
    this.#names.set(basename(to), file);
    this.operations.push({ type: 'rename', from: basename(from), to: basename(to) });
  }

  #noteCopy(to: string): void {
    if (!this.#isInside(to)) return;
    const file = this.#fileOf(to);
    const bytes = new Uint8Array(readFileSync(to));
    this.operations.push({ type: 'truncate', file, size: 0 });
    this.operations.push({ type: 'write', file, position: 0, bytes });
  }

  #onFile(fd: unknown, operation: (file: number) => DiskOperation): void {
    const file = this.#open.get(fd);
    if (file !== undefined) this.operations.push(operation(file));
  }

  #isInside(path: string): boolean {
    return dirname(path) === this.#directory;
  }

  /** A name that is not known is a new file. */
  #fileOf(path: string): number {
    const name = basename(path);
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    this.#lastFile += 1;
    this.#names.set(name, this.#lastFile);
    this.operations.push({ type: 'create', name, file: this.#lastFile });
    return this.#lastFile;
  }
}

function listen(
  name: keyof typeof fs,
  note: (parameters: Parameters, result: unknown) => void,
): void {
  const original = fs[name] as (...parameters: Parameters) => unknown;
  const call = (...parameters: Parameters): unknown => {
    const result = original(...parameters);
    note(parameters, result);
    return result;
  };
  Object.assign(fs, { [name]: call });
}
