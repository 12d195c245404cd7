import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename } from 'node:path';
import process from 'node:process';
import type { ProcessIdentity } from '../core/process-identity.ts';
import { errorCode } from './error-code.ts';

export type Liveness = 'alive' | 'dead' | 'unknown';

/** The identity of this process. */
export function ownIdentity(): ProcessIdentity {
  return {
    pid: process.pid,
    startTime: startTimeOf(process.pid),
    bootId: fileText('/proc/sys/kernel/random/boot_id').trim(),
    pidNamespace: linkText('/proc/self/ns/pid').replace(/\D/g, ''),
    hostName: hostname()
      .slice(0, 64)
      .replace(/[^\w.-]/g, '_'),
  };
}

/** Start time of a process in clock ticks after boot; empty when it is gone or cannot be seen. */
export function startTimeOf(pid: number): string {
  return processStatus(pid).startTime;
}

/**
 * Whether a process still runs. 'dead' is a proof: the machine has booted since, or this very
 * process is gone or a zombie. Everything that cannot be judged from here is 'unknown'.
 */
export function livenessOf(
  identity: ProcessIdentity,
  self: ProcessIdentity = ownIdentity(),
): Liveness {
  if (!Number.isSafeInteger(identity.pid) || identity.pid <= 0) return 'unknown';
  if (identity.hostName !== self.hostName) return 'unknown';
  if (identity.bootId !== self.bootId) {
    return identity.bootId && self.bootId ? 'dead' : 'unknown';
  }
  if (identity.pidNamespace !== self.pidNamespace) return 'unknown';
  if (!isPresent(identity.pid)) return 'dead';
  return identity.startTime ? livenessHere(identity) : 'alive';
}

/** Nothing of ours that another process waits for takes longer. */
const LONGEST_MS = 10 * 60_000;

/**
 * Whether nothing is to be expected of a process any more: it is dead, or cannot be told from another
 * one (another machine or container, a system without start times) and has said nothing for long.
 * @param silence milliseconds since it was heard of last
 */
export function isGone(identity: ProcessIdentity, silence: number): boolean {
  const liveness = livenessOf(identity);
  if (liveness === 'dead') return true;
  return (liveness === 'unknown' || identity.startTime === '') && silence > LONGEST_MS;
}

/** The number is in use: by the same process, or by a later one? */
function livenessHere(identity: ProcessIdentity): Liveness {
  const { startTime, state } = processStatus(identity.pid);
  if (!startTime) return isPresent(identity.pid) ? 'unknown' : 'dead'; // hidden by hidepid, or just gone
  if (startTime !== identity.startTime) return 'dead';
  return state === 'Z' || state === 'X' ? 'dead' : 'alive';
}

/** Whether any process has this number. */
export function isPresent(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) !== 'ESRCH'; // EPERM: it exists, another user's
  }
}

interface ProcessStatus {
  readonly state: string;
  /** 0 where the system does not tell. */
  readonly parent: number;
  readonly startTime: string;
  readonly terminal: boolean;
}

/** Fields 3, 4, 7 and 22 of proc_pid_stat(5), counted after the command, which may hold any character. */
export function processStatus(pid: number): ProcessStatus {
  const text = fileText(`/proc/${pid}/stat`);
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return {
    state: fields[0] ?? '',
    parent: Number(fields[1] ?? 0),
    startTime: fields[19] ?? '',
    terminal: Number(fields[4] ?? 0) !== 0,
  };
}

/** Base name of the file a process runs; empty when it cannot be seen. */
export const programOf = (pid: number): string =>
  basename(linkText(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');

function fileText(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return ''; /* ENOENT, ESRCH: no such process, or no /proc on this system */
  }
}

function linkText(path: string): string {
  try {
    return readlinkSync(path);
  } catch {
    return ''; /* ENOENT, EACCES: no /proc on this system */
  }
}
