import { isBelow, movedPath } from '../core/moved-path.ts';
import type { ProjectPlace } from '../platform/project.ts';
import { directoryIdentity } from '../platform/project-identity.ts';
import type { SqlConnection } from './connection.ts';
import { integer, text, textOrNull } from './row.ts';

/** A project that has conversations. */
export interface KnownProject {
  readonly root: string;
  readonly sessions: number;
  /** The directory it was when it was last looked at, see `directoryIdentity`. */
  readonly fileId: string | null;
}

/**
 * The root under which the conversations of a project are stored: its own, or the one it is known by.
 * That is another spelling of the same directory (letter case, a second mount), or the project that
 * took its conversations over when it was gone.
 * @param root as `projectRoot` gives it
 * @param besides spelled id of a session that does not count
 */
export function knownRoot(db: SqlConnection, root: string, besides = ''): string {
  return knownPlace(db, { root, directory: root }, besides).root;
}

/** {@link knownRoot} with the directory that another one in the project is now. */
export function knownPlace(
  db: SqlConnection,
  { root, directory }: ProjectPlace,
  besides = '',
): ProjectPlace {
  if (root === '' || hasSessions(db, root, besides)) return { root, directory };
  const identity = directoryIdentity(root);
  if (identity === null) return placeAfter(db, { root, directory });
  const known = sameDirectory(db, root, identity) ?? root;
  return { root: known, directory: movedPath(directory, root, known) };
}

/** Remembers which directory a project is, so that it is known again where it was moved to. */
export function noteProject(db: SqlConnection, root: string, at: number): void {
  const fileId = root === '' ? null : directoryIdentity(root);
  if (fileId === null) return;
  const known = db.get('SELECT file_id FROM projects WHERE root = ?', root);
  if (known?.file_id === fileId) return;
  db.run(
    'INSERT OR REPLACE INTO projects (root, file_id, seen_at) VALUES (?, ?, ?)',
    root,
    fileId,
    at,
  );
}

/** Projects with conversations, the one with the newest first. */
export const knownProjects = (db: SqlConnection): readonly KnownProject[] =>
  db
    .all(
      `SELECT s.project_root AS root, count(*) AS sessions, p.file_id AS file_id
       FROM sessions s LEFT JOIN projects p ON p.root = s.project_root
       WHERE s.project_root <> '' GROUP BY s.project_root ORDER BY max(s.updated_at) DESC`,
    )
    .map((row) => ({
      root: text(row, 'root'),
      sessions: integer(row, 'sessions'),
      fileId: textOrNull(row, 'file_id'),
    }));

export const countSessionsOf = (db: SqlConnection, root: string): number =>
  integer(db.get('SELECT count(*) AS n FROM sessions WHERE project_root = ?', root) ?? {}, 'n');

/** Reads the column `sessions.adopted_from`; the first project first. */
export function formerRoots(column: string | null): readonly string[] {
  const roots = column === null ? [] : parsed(column);
  return Array.isArray(roots) ? roots.filter((root) => typeof root === 'string') : [];
}

function parsed(column: string): unknown {
  try {
    return JSON.parse(column);
  } catch {
    return null; /* SyntaxError: of a damaged memory; a session must not be lost by it */
  }
}

const hasSessions = (db: SqlConnection, root: string, besides: string): boolean =>
  db.get('SELECT 1 FROM sessions WHERE project_root = ? AND id <> ? LIMIT 1', root, besides) !==
  undefined;

/**
 * Where a directory that is gone went, with the project that took it over or one around it: a repository
 * that is gone tells no longer what was in it. Of several the nearest, of these the newest.
 */
function placeAfter(db: SqlConnection, { root, directory }: ProjectPlace): ProjectPlace {
  const found = adoptions(db).flatMap(({ adopter, former }) =>
    former.filter((old) => isBelow(root, old)).map((old) => ({ adopter, old })),
  );
  const [nearest] = found.toSorted((a, b) => b.old.length - a.old.length);
  if (nearest === undefined) return { root, directory };
  const { adopter, old } = nearest;
  return { root: adopter, directory: movedPath(directory, old, adopter) };
}

/** Projects that have conversations which once were of another, the one used last first. */
export const adoptersOf = (db: SqlConnection, old: string): readonly string[] => [
  ...new Set(
    adoptions(db)
      .filter(({ former }) => former.includes(old))
      .map(({ adopter }) => adopter),
  ),
];

const adoptions = (db: SqlConnection) =>
  db
    .all(
      `SELECT project_root, adopted_from FROM sessions WHERE adopted_from IS NOT NULL
       GROUP BY project_root, adopted_from ORDER BY max(updated_at) DESC`,
    )
    .map((row) => ({
      adopter: text(row, 'project_root'),
      former: formerRoots(textOrNull(row, 'adopted_from')),
    }));

/** Both are looked at now: a number that another directory had before proves nothing. */
function sameDirectory(db: SqlConnection, root: string, identity: string): string | null {
  const rows = db.all('SELECT root FROM projects WHERE root <> ? AND file_id = ?', root, identity);
  const roots = rows.map((row) => text(row, 'root'));
  return (
    roots.find((other) => directoryIdentity(other) === identity && hasSessions(db, other, '')) ??
    null
  );
}
