import { statSync } from 'node:fs';
import process from 'node:process';

/** What stands at a path, links followed. `foreign`: a file of another user. */
export type FileOwner = 'missing' | 'no-file' | 'foreign' | 'own';

/**
 * @param userId of whom a file is one's own; where the system has no such numbers (Windows) every file is
 * @throws the system's error when the path cannot be looked at
 */
export function fileOwner(
  path: string,
  userId: number | undefined = process.getuid?.(),
): FileOwner {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 'missing';
  if (!stat.isFile()) return 'no-file';
  return userId === undefined || stat.uid === userId ? 'own' : 'foreign';
}
