import { isHost, parseSession, spell } from '../core/session.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from './connection.ts';
import { listSessions, type StoredSession } from './sessions.ts';

/** Rows that could still be read of a damaged database, and that no transcript can give back. */
export interface Salvage {
  readonly sessions: readonly SqlRow[];
  readonly tombstones: readonly SqlRow[];
}

const SESSION = [
  ...['id', 'host', 'host_id', 'transcript_path', 'project_root', 'first_cwd'],
  ...['adopted_from', 'window', 'unattended', 'off', 'created_at', 'updated_at'],
] as const;
const MOST_SESSIONS = 100_000;
const TOMBSTONE = ['session_id', 'turn_key', 'turn_number', 'started_at', 'ended_at'] as const;

/** Which conversations there were, what was switched off and what was forgotten, as far as it is legible. */
export function salvage(engine: SqlEngine, damaged: string): Salvage {
  return {
    sessions: legible(engine, damaged, 'sessions', SESSION).filter(isSession),
    tombstones: legible(engine, damaged, 'tombstones', TOMBSTONE).filter(isTombstone),
  };
}

/** Adds what is missing; what is there stays, but a session that was switched off is off. */
export function putSalvage(db: SqlConnection, { sessions, tombstones }: Salvage): void {
  for (const row of sessions) {
    put(db, 'sessions', SESSION, row);
    db.run('UPDATE sessions SET off = max(off, ?) WHERE id = ?', row.off ?? 0, row.id ?? null);
  }
  for (const row of tombstones) put(db, 'tombstones', TOMBSTONE, row);
}

/** Conversations with a transcript, the newest first. */
export const readableSessions = (db: SqlConnection): readonly StoredSession[] =>
  listSessions(db, null, MOST_SESSIONS).filter(({ transcriptPath }) => transcriptPath !== null);

function legible(
  engine: SqlEngine,
  path: string,
  table: string,
  columns: readonly string[],
): readonly SqlRow[] {
  try {
    return engine.read(path, (db) => db.all(`SELECT ${columns.join(', ')} FROM ${table}`));
  } catch {
    return []; /* whatever is wrong with it: it is damaged, and nothing depends on this */
  }
}

function put(db: SqlConnection, table: string, columns: readonly string[], row: SqlRow): void {
  const values: readonly SqlValue[] = columns.map((name) => row[name] ?? null);
  const marks = columns.map(() => '?').join(', ');
  db.run(`INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${marks})`, ...values);
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): boolean => typeof value === 'number';

function isSession({ id, host, host_id, project_root, first_cwd, ...rest }: SqlRow): boolean {
  if (!isText(id) || !isText(host) || !isHost(host) || !isText(host_id)) return false;
  const ref = parseSession(id);
  if (!ref.ok || spell(ref.value) !== id || ref.value.id !== host_id) return false;
  const times = [rest.created_at, rest.updated_at, rest.off, rest.unattended];
  return isText(project_root) && isText(first_cwd) && times.every(isNumber);
}

const isTombstone = ({ session_id, turn_key }: SqlRow): boolean =>
  isText(session_id) && isText(turn_key);
