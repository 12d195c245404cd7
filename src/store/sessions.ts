import { movedPath } from '../core/moved-path.ts';
import { type Host, isHost, type SessionRef, spell } from '../core/session.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import type { LinkReason } from './links.ts';
import { formerRoots, knownPlace, noteProject } from './projects.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';

/** A conversation as stored. `id` is the spelled id; times are epoch milliseconds. */
export interface StoredSession {
  readonly id: string;
  readonly ref: SessionRef;
  readonly transcriptPath: string | null;
  /** Empty, like `firstCwd`, when the original that it was taken over from did not know it. */
  readonly projectRoot: string;
  /** Where it began; the directory may have been moved since, see {@link directoryOf}. */
  readonly firstCwd: string;
  /** Projects it belonged to before `sessions adopt`, the first one first. */
  readonly adoptedFrom: readonly string[];
  /** The user said that nothing of it is stored or injected from now on. */
  readonly off: boolean;
  /** When that was said, epoch milliseconds; 0 where it was not. */
  readonly offSince: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface SeenSession {
  readonly ref: SessionRef;
  readonly transcriptPath: string | null;
  readonly projectRoot: string;
  readonly cwd: string;
  readonly window: string | null;
  readonly unattended: boolean;
  readonly at: number;
}

/** A session with what it holds, for lists. */
export interface SessionSummary extends StoredSession {
  readonly turns: number;
  readonly startedAt: number | null;
  readonly lastTurnAt: number | null;
  /** The session whose memory it goes on from, and how it came to that. */
  readonly continues: string | null;
  readonly why: LinkReason | null;
  /** One line of its newest turn; null without turns. */
  readonly about: string | null;
}

const COLUMNS = `s.id, s.host, s.host_id, s.transcript_path, s.project_root, s.first_cwd, s.adopted_from, s.off,
  s.created_at, s.updated_at`;

/**
 * Stores a session at its first event and notes where its transcript is now. Project and first
 * directory stay what they were: a later `cd` does not move a conversation.
 */
export function noteSession(db: SqlConnection, seen: SeenSession): StoredSession {
  const id = spell(seen.ref);
  db.run(
    `INSERT INTO sessions (id, host, host_id, transcript_path, project_root, first_cwd, window, unattended, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       transcript_path = coalesce(excluded.transcript_path, transcript_path),
       window = coalesce(excluded.window, window),
       project_root = coalesce(nullif(project_root, ''), excluded.project_root),
       first_cwd = coalesce(nullif(first_cwd, ''), excluded.first_cwd),
       created_at = min(created_at, excluded.created_at),
       updated_at = max(updated_at, excluded.updated_at)`,
    id,
    seen.ref.host,
    seen.ref.id,
    seen.transcriptPath,
    seen.projectRoot,
    seen.cwd,
    seen.window,
    seen.unattended ? 1 : 0,
    seen.at,
    seen.at,
  );
  const session = requireSession(db, id);
  const isNew = session.createdAt === seen.at && session.updatedAt === seen.at;
  return isNew ? settleProject(db, session) : session;
}

/** Once a session: another spelling of a known project is that project. */
export function settleProject(db: SqlConnection, session: StoredSession): StoredSession {
  const { id, projectRoot: seen, firstCwd, createdAt } = session;
  const known = knownPlace(db, { root: seen, directory: firstCwd }, id);
  const { root: projectRoot, directory: cwd } = known;
  noteProject(db, projectRoot, createdAt);
  if (projectRoot === seen) return session;
  db.run('UPDATE sessions SET project_root = ?, first_cwd = ? WHERE id = ?', projectRoot, cwd, id);
  return { ...session, projectRoot, firstCwd: cwd };
}

function requireSession(db: SqlConnection, id: string): StoredSession {
  const session = findSession(db, id);
  if (session === null) throw new Error(`session ${id} is not stored`);
  return session;
}

export function findSession(db: SqlConnection, id: string): StoredSession | null {
  const row = db.get(`SELECT ${COLUMNS} FROM sessions s WHERE s.id = ?`, id);
  return row === undefined ? null : sessionFrom(row);
}

/** @param since epoch milliseconds; 0 to switch it on again */
export const setSessionOff = (db: SqlConnection, id: string, since: number): void =>
  db.run('UPDATE sessions SET off = ? WHERE id = ?', since, id);

export const setParent = (db: SqlConnection, id: string, parent: string): void =>
  db.run('UPDATE sessions SET parent_id = coalesce(parent_id, ?) WHERE id = ?', parent, id);

/** @returns false for one that holds a turn, or in which somebody works. */
export function removeEmptySession(db: SqlConnection, id: string): boolean {
  const isEmpty = `id = ? AND window IS NULL AND off = 0 AND NOT EXISTS (SELECT 1 FROM turns WHERE session_id = sessions.id)`;
  if (db.get(`SELECT 1 FROM sessions WHERE ${isEmpty}`, id) === undefined) return false;
  db.run('DELETE FROM sessions WHERE id = ?', id);
  return true;
}

/** A figure of a session's known turns, by indexes alone unless some are not known. */
const known = (figure: string): string =>
  `(CASE WHEN EXISTS (SELECT 1 FROM turns WHERE session_id = s.id AND state = 'unverified')
     THEN (SELECT ${figure} FROM known_turns WHERE session_id = s.id)
     ELSE (SELECT ${figure} FROM turns WHERE session_id = s.id) END)`;

/**
 * Sessions, the one with the newest turn first.
 * @param projectRoot null for all projects
 */
export function listSessions(
  db: SqlConnection,
  projectRoot: string | null,
  limit: number,
): readonly SessionSummary[] {
  const rows = db.all(
    `WITH newest AS MATERIALIZED (
       SELECT s.id, ${known('max(started_at)')} AS last_turn, s.updated_at FROM sessions s
       WHERE ?1 IS NULL OR s.project_root = ?1
       ORDER BY coalesce(last_turn, s.updated_at) DESC LIMIT ?2
     )
     SELECT ${COLUMNS}, n.last_turn, ${known('count(*)')} AS turns, ${known('min(started_at)')} AS first_turn,
       l.predecessor_id AS continues, l.why AS why,
       (SELECT k.summary FROM known_turns t JOIN skeletons k ON k.turn_id = t.id WHERE t.session_id = s.id
        ORDER BY t.started_at DESC, t.turn_number DESC, t.id DESC LIMIT 1) AS about
     FROM newest n JOIN sessions s ON s.id = n.id LEFT JOIN links l ON l.successor_id = s.id
     ORDER BY coalesce(n.last_turn, n.updated_at) DESC`,
    projectRoot,
    limit,
  );
  return rows.map((row) => ({
    ...sessionFrom(row),
    turns: integer(row, 'turns'),
    startedAt: integerOrNull(row, 'first_turn'),
    lastTurnAt: integerOrNull(row, 'last_turn'),
    continues: textOrNull(row, 'continues'),
    why: textOrNull(row, 'why') as LinkReason | null,
    about: textOrNull(row, 'about'),
  }));
}

/**
 * Sessions of one host and directory that hold turns, were active since a moment and have no
 * successor: what a window that cannot be told apart may have been on before.
 */
export const unsucceededSessions = (
  db: SqlConnection,
  of: Pick<StoredSession, 'id' | 'ref' | 'firstCwd' | 'adoptedFrom' | 'projectRoot'>,
  since: number,
): readonly string[] =>
  db
    .all(
      `SELECT ${COLUMNS} FROM sessions s WHERE s.host = ?1 AND (s.first_cwd = ?2 OR s.adopted_from IS NOT NULL)
         AND s.id <> ?3 AND s.updated_at >= ?4 AND s.unattended = 0
         AND EXISTS (SELECT 1 FROM known_turns WHERE session_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM links WHERE predecessor_id = s.id)`,
      of.ref.host,
      directoryOf(of),
      of.id,
      since,
    )
    .map(sessionFrom)
    .filter((session) => directoryOf(session) === directoryOf(of))
    .map(({ id }) => id);

/** The directory in which it began, where that is now. */
export function directoryOf({
  firstCwd,
  adoptedFrom,
  projectRoot,
}: Pick<StoredSession, 'firstCwd' | 'adoptedFrom' | 'projectRoot'>): string {
  const roots = [...adoptedFrom, projectRoot];
  return adoptedFrom.reduce(
    (path, root, index) => movedPath(path, root, roots[index + 1] ?? root),
    firstCwd,
  );
}

/** Sessions of a project, those without turns too. */
export const sessionsOf = (db: SqlConnection, root: string): readonly StoredSession[] =>
  db
    .all(`SELECT ${COLUMNS} FROM sessions s WHERE s.project_root = ? ORDER BY s.created_at`, root)
    .map(sessionFrom);

/** @param adoptedFrom the projects it belonged to before, the first one first */
export const moveSession = (
  db: SqlConnection,
  id: string,
  root: string,
  adoptedFrom: readonly string[],
): void =>
  db.run(
    'UPDATE sessions SET project_root = ?, adopted_from = ? WHERE id = ?',
    root,
    adoptedFrom.length === 0 ? null : JSON.stringify(adoptedFrom),
    id,
  );

/** Sessions whose spelled id begins so, at most two: enough to know whether it names one. */
export const sessionsBeginning = (db: SqlConnection, start: string): readonly string[] =>
  db
    .all('SELECT id FROM sessions WHERE substr(id, 1, length(?1)) = ?1 LIMIT 2', start)
    .map((row) => text(row, 'id'));

function sessionFrom(row: SqlRow): StoredSession {
  return {
    id: text(row, 'id'),
    ref: { host: hostFrom(text(row, 'host')), id: text(row, 'host_id') },
    transcriptPath: textOrNull(row, 'transcript_path'),
    projectRoot: text(row, 'project_root'),
    firstCwd: text(row, 'first_cwd'),
    adoptedFrom: formerRoots(textOrNull(row, 'adopted_from')),
    off: integer(row, 'off') > 0,
    offSince: integer(row, 'off'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}

function hostFrom(name: string): Host {
  if (!isHost(name)) throw new TypeError(`unknown host ${name}`);
  return name;
}
