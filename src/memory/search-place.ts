import { lstatSync, renameSync } from 'node:fs';
import { patiently } from '../platform/patience.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { DatabaseDamagedError, DatabaseUnwritableError } from '../store/errors.ts';
import { checkIndex, type IndexFinding, indexKind } from '../store/search-check.ts';
import { removeSearchIndex } from './search-removal.ts';

/** What lies where the index belongs. */
export type PlaceFinding = IndexFinding | { readonly kind: 'absent' | 'directory' };

/** What the system says of a path. An empty file is left by a writer that was killed at once. */
export function entryAt(path: string): 'absent' | 'directory' | 'file' {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined || (stat.isFile() && stat.size === 0)) return 'absent';
    return stat.isDirectory() ? 'directory' : 'file';
  } catch {
    return 'absent'; /* EACCES, ENOTDIR: the memory beside it says so */
  }
}

/**
 * Looks at what lies where the index belongs, without a lock.
 * @param depth `whole` reads all of it, which takes some 50 ms for 10 MB
 * @throws {DatabaseBusyError} when another process kept writing it
 * @throws {DatabaseUnwritableError} when it cannot be opened, or is a link
 */
export function findIndex(
  engine: SqlEngine,
  search: string,
  depth: 'whole' | 'schema',
): PlaceFinding {
  const kind = entryAt(search);
  if (kind !== 'file') return { kind };
  const look = depth === 'whole' ? checkIndex : indexKind;
  try {
    return engine.read(search, (db: SqlConnection) => look(db));
  } catch (error) {
    if (error instanceof DatabaseDamagedError) return { kind: 'damaged', problem: error.message };
    throw error;
  }
}

/**
 * Makes room for an index where something lies that is none. A damaged one is removed, as its text
 * must not outlive what is forgotten; a directory and another database are somebody's, and get
 * another name beside it.
 * @param now epoch milliseconds
 * @returns what was done about what; null where nothing was in the way
 * @throws as {@link findIndex}
 */
export function clearPlace(
  engine: SqlEngine,
  search: string,
  { waitMs, now }: { readonly waitMs: number; readonly now: number },
): PlaceFinding | null {
  const finding = findIndex(engine, search, 'whole');
  switch (finding.kind) {
    case 'damaged':
      removeSearchIndex(engine, search, waitMs);
      return finding;
    case 'directory':
    case 'other':
      setAside(search, now);
      return finding;
    case 'absent':
    case 'empty':
    case 'sound':
    case 'older':
    case 'newer':
      return null;
    default:
      return finding satisfies never;
  }
}

function setAside(search: string, now: number): void {
  try {
    const aside = `${search}.aside-${new Date(now).toISOString().replace(/[:.]/g, '-')}`;
    patiently(() => renameSync(search, aside));
  } catch (error) {
    const why = (error as Error).message;
    throw new DatabaseUnwritableError(`It cannot be put aside (${why}): ${search}`, {
      cause: error,
    });
  }
}
