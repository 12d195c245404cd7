import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { KernelLock } from './kernel-lock.ts';
import {
  fileMedium,
  type LockMedium,
  type LockOwner,
  linkMedium,
  mediumAt,
  parseOwner,
  recordOf,
  removeLock,
  TORN,
} from './lock-record.ts';
import { pause } from './pause.ts';
import { type Liveness, livenessOf, ownIdentity } from './process-identity.ts';

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

/** How processes exclude each other in a directory; all of them must do it the same way. */
export type LockProtocol = 'link' | 'file' | 'windows' | 'macos';

export interface MutexOptions {
  /**
   * Only one container ever uses this directory: a holder that cannot be judged has gone with it.
   * Asked only when there is such a holder.
   */
  readonly exclusive?: () => boolean;
  /** By default that of this platform. */
  readonly protocol?: LockProtocol;
}

/** What this platform can do, the usual one first. */
export function platformProtocols(
  platform: NodeJS.Platform,
): readonly [LockProtocol, ...LockProtocol[]] {
  if (platform === 'win32') return ['windows'];
  return platform === 'darwin' ? ['macos'] : ['link', 'file'];
}

/** A mutex; every program that shares `path` must use the same protocol. */
export function createMutex(path: string, options: MutexOptions = {}): Mutex {
  const protocol = options.protocol ?? platformProtocols(process.platform)[0];
  const exclusive = options.exclusive ?? (() => false);
  switch (protocol) {
    case 'link':
      return new OwnerLock(path, linkMedium, exclusive);
    case 'file':
      return new OwnerLock(path, fileMedium, exclusive);
    case 'windows':
    case 'macos':
      return new KernelLock(path, protocol);
    default:
      return protocol satisfies never;
  }
}

/** The same by the one protocol of this system that every file system has. */
export const createPortableMutex = (
  path: string,
  options: Omit<MutexOptions, 'protocol'> = {},
): Mutex =>
  createMutex(path, { ...options, protocol: platformProtocols(process.platform).at(-1) ?? 'file' });

/** Who holds the lock, for people and for `breakLock`; undefined when free or held by the kernel. */
export function lockOwner(
  path: string,
): { readonly owner: LockOwner; readonly liveness: Liveness } | undefined {
  const owner = parseOwner(mediumAt(path).read(path));
  return owner && { owner, liveness: livenessOf(owner) };
}

/**
 * Takes the lock away from a holder the user has declared gone. A holder that comes back notices
 * through `Mutex.isHeld` before it writes.
 * @returns whether the lock was removed
 */
export function breakLock(path: string): boolean {
  const medium = mediumAt(path);
  const record = medium.read(path);
  return record !== '' && new OwnerLock(path, medium, () => true).removeStale(record);
}

/** Removes what processes left that died while they removed a dead owner's lock. */
export function removeDeadClaims(directory: string): void {
  for (const name of readdirSync(directory)) {
    const path = join(directory, name);
    if (CLAIM.test(name) && lockOwner(path)?.liveness === 'dead') removeLock(path);
  }
}

const CLAIM = /[-.]lock\.claim-/;
/** Looking a holder up in /proc costs more than trying again. */
const RECHECK_MS = 50;
/** Claimants that died one after another while removing the same stale lock. */
const MAX_CLAIMS = 8;

/**
 * A lock that names its owner. That of a dead owner is removed only by whoever holds its claim,
 * another such lock named after the owner's nonce, so two processes never remove each other's.
 */
class OwnerLock implements Mutex {
  readonly #path: string;
  readonly #medium: LockMedium;
  readonly #exclusive: () => boolean;
  readonly #self = ownIdentity();
  #held = '';
  #seen = '';
  #seenAt = 0;

  constructor(path: string, medium: LockMedium, exclusive: () => boolean) {
    this.#path = path;
    this.#medium = medium;
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
    return this.#held !== '' && this.#medium.read(this.#path) === this.#held;
  }

  release(): void {
    if (this.isHeld()) removeLock(this.#path);
    this.#held = '';
  }

  #try(): boolean {
    if (this.#take()) return true;
    const record = this.#medium.read(this.#path);
    const now = performance.now();
    if (record === '' || (record === this.#seen && now - this.#seenAt < RECHECK_MS)) return false;
    this.#seen = record;
    this.#seenAt = now;
    return this.#isGone(record) && this.removeStale(record) && this.#take();
  }

  #take(): boolean {
    this.#held = this.#make(this.#path);
    return this.#held !== '';
  }

  #isGone(record: string): boolean {
    if (record === TORN) return true;
    const owner = parseOwner(record);
    if (owner === undefined) return false;
    const liveness = livenessOf(owner, this.#self);
    return liveness === 'dead' || (liveness === 'unknown' && this.#exclusive());
  }

  /** Removes the lock with this very record, unless another process is doing so. */
  removeStale(record: string): boolean {
    const claims = this.#claim(`${this.#path}.claim-${parseOwner(record)?.nonce ?? 'foreign'}`);
    if (claims === undefined) return false;
    const stale = this.#medium.read(this.#path) === record;
    if (stale) removeLock(this.#path);
    for (const claim of claims.reverse()) removeLock(claim);
    return stale;
  }

  /** Makes the claim, over the bodies of dead claimants; undefined while a living one is at it. */
  #claim(path: string): string[] | undefined {
    const claims: string[] = [];
    for (let claim = path; claims.length < MAX_CLAIMS; ) {
      claims.push(claim);
      if (this.#make(claim) !== '') return claims;
      const record = this.#medium.read(claim);
      if (!this.#isGone(record)) return undefined;
      claim = `${claim}-${parseOwner(record)?.nonce.slice(0, 8) ?? TORN}`;
    }
    return undefined;
  }

  /** The record of the lock made; empty when there is one already. */
  #make(path: string): string {
    const record = recordOf({ ...this.#self, nonce: randomBytes(8).toString('hex') });
    return this.#medium.make(path, record) ? record : '';
  }
}
