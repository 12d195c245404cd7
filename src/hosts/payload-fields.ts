import { join, resolve } from 'node:path';

/** A non-empty string, else null. */
export const stringOf = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null;

/** What can be a path: no system knows one with a NUL in it. */
export function pathOf(value: unknown): string | null {
  const path = stringOf(value);
  return path?.includes('\0') ? null : path;
}

/** A path as a host spells it, absolute: some write `~/`. Null for anything else. */
export function absolutePathOf(value: unknown, cwd: string, home: string): string | null {
  const path = pathOf(value);
  if (path === null) return null;
  return resolve(cwd, path.startsWith('~/') ? join(home, path.slice(2)) : path);
}

/** An id that becomes part of a file name; null for one that cannot. */
export function safeId(value: unknown): string | null {
  const id = stringOf(value);
  return id !== null && /^[\w.-]{1,64}$/.test(id) ? id : null;
}
