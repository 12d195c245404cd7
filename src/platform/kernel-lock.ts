import { closeSync, constants, lstatSync, openSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { pause } from './pause.ts';

/** `UV_FS_O_EXLOCK` of libuv, which Node does not export: opened with share mode 0 on Windows. */
const WINDOWS_EXCLUSIVE = 0x10000000;
/** `O_EXLOCK` of macOS and the BSDs, which Node does not export. */
const BSD_EXCLUSIVE = 0x20;

/** A mutex the kernel holds with an open file and frees when its process ends, however it ends. */
export class KernelLock {
  readonly #path: string;
  readonly #flags: number;
  #fd: number | undefined;

  constructor(path: string, kernel: 'windows' | 'macos') {
    this.#path = path;
    this.#flags =
      constants.O_RDWR |
      constants.O_CREAT |
      (kernel === 'windows' ? WINDOWS_EXCLUSIVE : BSD_EXCLUSIVE | constants.O_NONBLOCK);
  }

  acquire(waitMs: number): boolean {
    /* Only locks of other systems are links; opening one would make a file elsewhere. */
    if (lstatSync(this.#path, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new Error(`Another operating system locks this directory its own way: ${this.#path}`);
    const deadline = performance.now() + waitMs;
    for (;;) {
      this.#fd = this.#open();
      if (this.#fd !== undefined) break;
      if (performance.now() >= deadline) return false;
      pause(0.3 + Math.random());
    }
    this.#refuseFileSystemWithoutLocks();
    return true;
  }

  isHeld(): boolean {
    return this.#fd !== undefined;
  }

  release(): void {
    if (this.#fd !== undefined) closeSync(this.#fd);
    this.#fd = undefined;
  }

  #open(): number | undefined {
    try {
      return openSync(this.#path, this.#flags, 0o600);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EBUSY' || code === 'EAGAIN' || code === 'EWOULDBLOCK') return undefined;
      throw error;
    }
  }

  /** A second open must fail; where it succeeds the flag means nothing and nobody is excluded. */
  #refuseFileSystemWithoutLocks(): void {
    const second = this.#open();
    if (second === undefined) return;
    closeSync(second);
    this.release();
    throw new Error(`This file system has no exclusive locks: ${this.#path}`);
  }
}
