import { randomBytes } from 'node:crypto';
import { readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import process from 'node:process';
import { errorCode } from './error-code.ts';
import { KernelLock } from './kernel-lock.ts';
import { pause } from './pause.ts';
import {
  type Liveness,
  livenessOf,
  ownIdentity,
  type ProcessIdentity,
} from './process-identity.ts';

/** Excludes every other process on this machine that uses the same path. Not reentrant. */
export interface Mutex {
  /**
   * @param waitMs how long to wait for another holder, in milliseconds
   * @returns false when it was not free in time
   * @throws the system's error when a lock cannot be made here (read-only directory, full disk)
   */
  acquire(waitMs: number): boolean;
  /** False once somebody else has removed our lock: from then on nothing may be written. */
  isHeld(): boolean;
  release(): void;
}

export interface MutexOptions {
  /** Only one container ever uses this directory: a holder that cannot be judged has gone with it. */
  readonly exclusive?: boolean;
  readonly platform?: NodeJS.Platform;
}

export interface LockOwner extends ProcessIdentity {
  /** Names this one acquisition. */
  readonly nonce: string;
}

/** The mutex of this platform; every program that shares `path` must use the same one. */
export function createMutex(path: string, options: MutexOptions = {}): Mutex {
  const platform = options.platform ?? process.platform;
  return platform === 'win32' || platform === 'darwin'
    ? new KernelLock(path, platform)
    : new OwnerLock(path, options.exclusive ?? false);
}

/** Who holds the lock, for people and for `breakLock`; undefined when free or not an owner's link. */
export function lockOwner(
  path: string,
): { readonly owner: LockOwner; readonly liveness: Liveness } | undefined {
  const owner = parseOwner(linkTarget(path));
  return owner && { owner, liveness: livenessOf(owner) };
}

/**
 * Takes the lock away from a holder the user has declared gone. A holder that comes back notices
 * through `Mutex.isHeld` before it writes.
 * @returns whether the lock was removed
 * @internal nothing in the product takes a lock away by itself
 */
export function breakLock(path: string): boolean {
  const target = linkTarget(path);
  return target !== '' && new OwnerLock(path, true).removeStale(target);
}

const PREFIX = 'tl1';
/** Looking a holder up in /proc costs more than trying again. */
const RECHECK_MS = 50;
/** Claimants that died one after another while removing the same stale lock. */
const MAX_CLAIMS = 8;

/**
 * A symbolic link whose target is the owner's record: made in one step with its content, on every
 * POSIX file system. The link of a dead owner is removed only by whoever holds its claim, another
 * such link named after the owner's nonce, so two processes never remove each other's lock.
 */
class OwnerLock implements Mutex {
  readonly #path: string;
  readonly #exclusive: boolean;
  readonly #self = ownIdentity();
  #held = '';
  #seen = '';
  #seenAt = 0;

  constructor(path: string, exclusive: boolean) {
    this.#path = path;
    this.#exclusive = exclusive;
  }

  acquire(waitMs: number): boolean {
    const deadline = performance.now() + waitMs;
    while (!this.#try()) {
      if (performance.now() >= deadline) return false;
      pause(0.3 + Math.random());
    }
    return true;
  }

  isHeld(): boolean {
    return this.#held !== '' && linkTarget(this.#path) === this.#held;
  }

  release(): void {
    if (this.isHeld()) removeLink(this.#path);
    this.#held = '';
  }

  #try(): boolean {
    if (this.#take()) return true;
    const target = linkTarget(this.#path);
    const now = performance.now();
    if (target === '' || (target === this.#seen && now - this.#seenAt < RECHECK_MS)) return false;
    this.#seen = target;
    this.#seenAt = now;
    return this.#isGone(target) && this.removeStale(target) && this.#take();
  }

  #take(): boolean {
    this.#held = this.#link(this.#path);
    return this.#held !== '';
  }

  #isGone(target: string): boolean {
    const owner = parseOwner(target);
    if (owner === undefined) return false;
    const liveness = livenessOf(owner, this.#self);
    return liveness === 'dead' || (liveness === 'unknown' && this.#exclusive);
  }

  /** Removes the lock with this very target, unless another process is doing so. */
  removeStale(target: string): boolean {
    const claims = this.#claim(`${this.#path}.claim-${parseOwner(target)?.nonce ?? 'foreign'}`);
    if (claims === undefined) return false;
    const stale = linkTarget(this.#path) === target;
    if (stale) removeLink(this.#path);
    for (const claim of claims.reverse()) removeLink(claim);
    return stale;
  }

  /** Makes the claim, over the bodies of dead claimants; undefined while a living one is at it. */
  #claim(path: string): string[] | undefined {
    const claims: string[] = [];
    for (let claim = path; claims.length < MAX_CLAIMS; ) {
      claims.push(claim);
      if (this.#link(claim) !== '') return claims;
      const target = linkTarget(claim);
      if (!this.#isGone(target)) return undefined;
      claim = `${claim}-${parseOwner(target)?.nonce.slice(0, 8)}`;
    }
    return undefined;
  }

  /** The record of the link made; empty when one is there already. */
  #link(path: string): string {
    const record = recordOf({ ...this.#self, nonce: randomBytes(8).toString('hex') });
    try {
      symlinkSync(record, path);
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return '';
      throw error;
    }
    return record;
  }
}

function recordOf(owner: LockOwner): string {
  const { pid, startTime, bootId, pidNamespace, hostName, nonce } = owner;
  return [PREFIX, pid, startTime, bootId, pidNamespace, hostName, nonce].join(':');
}

function parseOwner(target: string): LockOwner | undefined {
  const [prefix, pid, startTime, bootId, pidNamespace, hostName, nonce, ...rest] =
    target.split(':');
  if (prefix !== PREFIX || !nonce || rest.length > 0) return undefined;
  if (startTime === undefined || bootId === undefined) return undefined;
  if (pidNamespace === undefined || hostName === undefined) return undefined;
  return { pid: Number(pid), startTime, bootId, pidNamespace, hostName, nonce };
}

/** Empty when there is no link (any more). */
function linkTarget(path: string): string {
  try {
    return readlinkSync(path);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return '';
    if (code !== 'EINVAL') throw error;
    throw new Error(`Another operating system locks this directory its own way: ${path}`, {
      cause: error,
    });
  }
}

function removeLink(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
}
