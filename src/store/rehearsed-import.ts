import type { SqlConnection, SqlValue } from './connection.ts';
import { integer } from './row.ts';
import { IS_TAKEN_OVER } from './taken-over.ts';

/** By what a turn of a transcript may be known. */
export interface KnownBy {
  readonly key: string;
  readonly answerId: string | null;
}

/** What is never kept needs no journal, nothing of it is to be wiped, and only what decides is there. */
export const holdLightly = (scratch: SqlConnection): void =>
  scratch.run('PRAGMA journal_mode = OFF; PRAGMA secure_delete = OFF; PRAGMA foreign_keys = OFF');

/** What decides about the turns of a session that are read again or had been taken over. */
export function copySession(from: SqlConnection, to: SqlConnection, id: string): void {
  keepNumbersApart(from, to);
  copy(from, to, 'sessions', 'id = ?', id);
  copy(from, to, 'turns', 'session_id = ?', id);
  copy(from, to, 'tombstones', 'session_id = ?', id);
  copy(from, to, 'cursors', 'session_id = ?', id);
  const takenOver = `SELECT id FROM turns WHERE session_id = ? AND ${IS_TAKEN_OVER}`;
  copy(from, to, 'bodies', `turn_id IN (${takenOver})`, id);
}

/** By what a turn's details are known; their texts decide about nothing. */
export const copyDetailNames = (from: SqlConnection, to: SqlConnection, session: string): void =>
  copy(from, to, 'details', 'turn_id IN (SELECT id FROM turns WHERE session_id = ?)', session);

/** Who goes on from whom, of all sessions: a link must not lead back. */
export const copyLinks = (from: SqlConnection, to: SqlConnection): void =>
  copy(from, to, 'links', 'TRUE');

/** Turns that these may be, in whatever session, and what was forgotten under their keys. */
export function copyKnownTurns(
  from: SqlConnection,
  to: SqlConnection,
  turns: readonly KnownBy[],
): void {
  for (const { key, answerId } of turns) {
    const where = answerId === null ? 'turn_key = ?' : '(turn_key = ? OR answer_id = ?)';
    const names = answerId === null ? [key] : [key, answerId];
    copy(from, to, 'sessions', `id IN (SELECT session_id FROM turns WHERE ${where})`, ...names);
    copy(from, to, 'turns', where, ...names);
    const answers = `role = 'assistant' AND turn_id IN (SELECT id FROM turns WHERE ${where})`;
    copy(from, to, 'bodies', answers, ...names);
    copy(from, to, 'tombstones', 'turn_key = ?', key);
  }
}

/** In UTF-16 units; a longer answer is rarely what tells a fork from what goes on, and takes room. */
const LONG_ANSWER = 1000;

/** What was stored of a transcript and decides about no further turn: most of the texts. */
export function dropTexts(db: SqlConnection, session: string): void {
  db.run(`DELETE FROM details WHERE ${OF_SESSION}`, session);
  dropBodies(db, session);
}

/** The same of an export, which may tell of a turn's details again. */
export function blankTexts(db: SqlConnection, session: string): void {
  const isThere = '(input_text IS NOT NULL OR output_text IS NOT NULL)';
  const where = `${isThere} AND ${OF_SESSION}`;
  db.run(`UPDATE details SET input_text = NULL, output_text = NULL WHERE ${where}`, session);
  dropBodies(db, session);
}

const OF_SESSION = `turn_id IN (SELECT id FROM turns WHERE session_id = ? AND NOT (${IS_TAKEN_OVER}))`;

const dropBodies = (db: SqlConnection, session: string): void =>
  db.run(
    `DELETE FROM bodies WHERE (role = 'user' OR length(text) > ${LONG_ANSWER}) AND ${OF_SESSION}`,
    session,
  );

/** Turns that are made here get none of the numbers of those that may be copied later. */
function keepNumbersApart(from: SqlConnection, to: SqlConnection): void {
  const has = to.get("SELECT 1 FROM sqlite_sequence WHERE name = 'turns'");
  if (has !== undefined) return;
  const last = integer(from.get('SELECT coalesce(max(id), 0) AS id FROM turns') ?? {}, 'id');
  to.run("INSERT INTO sqlite_sequence (name, seq) VALUES ('turns', ?)", last);
}

const DETAIL_NAMES = 'id, turn_id, source_id, kind, tool_name, token_count';

function copy(
  from: SqlConnection,
  to: SqlConnection,
  table: string,
  where: string,
  ...values: readonly SqlValue[]
): void {
  const columns = table === 'details' ? DETAIL_NAMES : '*';
  for (const row of from.all(`SELECT ${columns} FROM ${table} WHERE ${where}`, ...values)) {
    const names = Object.keys(row);
    const holes = names.map(() => '?').join(', ');
    const sql = `INSERT OR IGNORE INTO ${table} (${names.join(', ')}) VALUES (${holes})`;
    to.run(sql, ...Object.values(row));
  }
}
