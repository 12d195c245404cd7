import { type BackupPlaces, backupsOf } from './backup.ts';
import type { SqlEngine } from './connection.ts';
import { DatabaseUnwritableError } from './errors.ts';
import { copyFileDurably } from './sqljs/file-copy.ts';

export type RestoreOutcome =
  | { readonly kind: 'restored'; readonly from: string }
  /** The newest good copy is larger than the caller has time for. */
  | { readonly kind: 'too-large' }
  | { readonly kind: 'none' };

/**
 * Puts the newest copy that passes a check in the place of the database, which must not be there and
 * whose mutex the caller holds.
 * @param to the database's real path
 * @param largest bytes
 * @throws the system's error when it cannot be copied
 */
export function restoreBackup(
  engine: SqlEngine,
  places: BackupPlaces,
  to: string,
  largest: number,
): RestoreOutcome {
  for (const { path, bytes } of backupsOf(places)) {
    if (bytes > largest) return { kind: 'too-large' };
    if (bytes === 0 || !isSound(engine, path)) continue;
    copyFileDurably(path, to);
    return { kind: 'restored', from: path };
  }
  return { kind: 'none' };
}

function isSound(engine: SqlEngine, path: string): boolean {
  try {
    return engine.quickCheck(path) === undefined;
  } catch (error) {
    if (error instanceof DatabaseUnwritableError) return false; // it cannot even be read
    throw error;
  }
}
