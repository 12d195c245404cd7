import { type Host, isHost, type SessionRef, spell } from '../core/session.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';

/** A conversation as stored. `id` is the spelled id; times are epoch milliseconds. */
export interface StoredSession {
  readonly id: string;
  readonly ref: SessionRef;
  readonly transcriptPath: string | null;
  /** Empty, like `firstCwd`, when the original that it was taken over from did not know it. */
  readonly projectRoot: string;
  readonly firstCwd: string;
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
  /** The session whose memory it goes on from. */
  readonly continues: string | null;
  /** One line of its newest turn; null without turns. */
  readonly about: string | null;
}

const COLUMNS =
  's.id, s.host, s.host_id, s.transcript_path, s.project_root, s.first_cwd, s.off, s.created_at, s.updated_at';

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
  return requireSession(db, id);
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
    `SELECT ${COLUMNS}, count(t.id) AS turns, min(t.started_at) AS first_turn, max(t.started_at) AS last_turn,
       (SELECT predecessor_id FROM links WHERE successor_id = s.id) AS continues,
       (SELECT k.summary FROM known_turns n JOIN skeletons k ON k.turn_id = n.id WHERE n.session_id = s.id
        ORDER BY n.started_at DESC, n.turn_number DESC, n.id DESC LIMIT 1) AS about
     FROM sessions s LEFT JOIN known_turns t ON t.session_id = s.id
     WHERE ?1 IS NULL OR s.project_root = ?1
     GROUP BY s.id ORDER BY coalesce(last_turn, s.updated_at) DESC LIMIT ?2`,
    projectRoot,
    limit,
  );
  return rows.map((row) => ({
    ...sessionFrom(row),
    turns: integer(row, 'turns'),
    startedAt: integerOrNull(row, 'first_turn'),
    lastTurnAt: integerOrNull(row, 'last_turn'),
    continues: textOrNull(row, 'continues'),
    about: textOrNull(row, 'about'),
  }));
}

/**
 * Sessions of one host and directory that hold turns, were active since a moment and have no
 * successor: what a window that cannot be told apart may have been on before.
 */
export const unsucceededSessions = (
  db: SqlConnection,
  of: Pick<StoredSession, 'id' | 'ref' | 'firstCwd'>,
  since: number,
): readonly string[] =>
  db
    .all(
      `SELECT s.id FROM sessions s WHERE s.host = ? AND s.first_cwd = ? AND s.id <> ? AND s.updated_at >= ?
         AND s.unattended = 0
         AND EXISTS (SELECT 1 FROM known_turns WHERE session_id = s.id)
         AND NOT EXISTS (SELECT 1 FROM links WHERE predecessor_id = s.id)`,
      of.ref.host,
      of.firstCwd,
      of.id,
      since,
    )
    .map((row) => text(row, 'id'));

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
