import type { Detail } from '../core/turn.ts';
import { ONLY_SUMMARY } from '../core/turn-key.ts';
import type { SqlConnection } from './connection.ts';
import type { ExportedSession, ExportedTurn } from './export.ts';
import { textValue } from './text-value.ts';

/** The tables of the Node Throughline, schema 12, empty. Not inside a transaction. */
export function createOriginal(db: SqlConnection): void {
  db.run(SCHEMA);
}

/** @param mergedInto the session that took its rows over; null: it has them itself */
export const putOriginalSession = (
  db: SqlConnection,
  session: ExportedSession,
  mergedInto: string | null,
): void =>
  db.run(
    `INSERT INTO sessions (session_id, project_path, created_at, updated_at, merged_into) VALUES (?, ?, ?, ?, ?)`,
    session.id,
    session.firstCwd === '' ? session.projectRoot : session.firstCwd,
    session.createdAt,
    session.updatedAt,
    mergedInto,
  );

/**
 * @param place.owner the session that has the row; `turn.session` is where it came from
 * @param place.number unique among the turns that came from that session
 */
export function putOriginalTurn(
  db: SqlConnection,
  turn: ExportedTurn,
  { owner, number }: { readonly owner: string; readonly number: number },
): void {
  const place: Place = [owner, turn.session, number];
  const { request, answer, startedAt } = turn;
  const endedAt = turn.endedAt ?? startedAt;
  const start = turn.start === 'unknown' ? null : turn.start;
  if (request !== '') putBody(db, place, { role: 'user', body: request, at: startedAt, start });
  if (answer !== null)
    putBody(db, place, { role: 'assistant', body: answer, at: endedAt, start: null });
  const summary = turn.details.find(({ sourceId }) => sourceId === ONLY_SUMMARY)?.output;
  putLine(db, place, summary ?? turn.skeleton, endedAt);
  for (const detail of turn.details) putDetail(db, place, detail, endedAt);
}

type Place = readonly [owner: string, origin: string, number: number];

function putBody(
  db: SqlConnection,
  place: Place,
  { role, body, at, start }: { role: string; body: string; at: number; start: string | null },
): void {
  db.run(
    `INSERT INTO bodies (session_id, origin_session_id, turn_number, role, text, token_count, created_at, turn_start)
     VALUES (?, ?, ?, ?, CAST(? AS TEXT), ?, ?, ?)`,
    ...place,
    role,
    textValue(body),
    tokens(body),
    at,
    start,
  );
}

function putLine(db: SqlConnection, place: Place, summary: string, at: number): void {
  if (summary === '') return;
  db.run(
    `INSERT INTO skeletons (session_id, origin_session_id, turn_number, role, summary, created_at)
     VALUES (?, ?, ?, 'assistant', CAST(? AS TEXT), ?)`,
    ...place,
    textValue(summary),
    at,
  );
}

/** Ids of details are unique in their turn here, in their session there. */
function putDetail(db: SqlConnection, place: Place, detail: Detail, at: number): void {
  if (detail.sourceId === ONLY_SUMMARY) return;
  db.run(
    `INSERT INTO details (session_id, origin_session_id, turn_number, tool_name, input_text, output_text, token_count,
       created_at, kind, source_id)
     VALUES (?1, ?2, ?3, ?4, CAST(?5 AS TEXT), CAST(?6 AS TEXT), ?7, ?8, ?9, iif(EXISTS (
       SELECT 1 FROM details WHERE session_id = ?1 AND origin_session_id = ?2 AND source_id = ?10), NULL, ?10))`,
    ...place,
    detail.toolName,
    textValue(detail.input),
    textValue(detail.output),
    tokens(detail.input ?? '') + tokens(detail.output ?? ''),
    at,
    KNOWN_KINDS.includes(detail.kind) ? detail.kind : 'system',
    detail.sourceId,
  );
}

const KNOWN_KINDS: readonly string[] = ['tool_input', 'tool_output', 'system', 'image', 'thinking'];

const tokens = (text: string): number => Math.round(text.length / 4);

const SCHEMA = `
PRAGMA user_version = 12;
CREATE TABLE sessions (
  session_id TEXT PRIMARY KEY, project_path TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'active',
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, merged_into TEXT
);
CREATE TABLE skeletons (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_number INTEGER NOT NULL, role TEXT NOT NULL,
  summary TEXT NOT NULL, created_at INTEGER NOT NULL, origin_session_id TEXT
);
CREATE UNIQUE INDEX uq_skeletons_turn_v3 ON skeletons (session_id, origin_session_id, turn_number, role);
CREATE INDEX idx_skeletons_session ON skeletons (session_id, created_at);
CREATE TABLE bodies (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, origin_session_id TEXT NOT NULL,
  turn_number INTEGER NOT NULL, role TEXT NOT NULL, text TEXT NOT NULL, token_count INTEGER, created_at INTEGER NOT NULL,
  turn_start TEXT, UNIQUE (session_id, origin_session_id, turn_number, role)
);
CREATE INDEX idx_bodies_session_created ON bodies (session_id, created_at);
CREATE TABLE details (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, turn_number INTEGER, tool_name TEXT NOT NULL,
  input_text TEXT, output_text TEXT, token_count INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL,
  origin_session_id TEXT, kind TEXT NOT NULL DEFAULT 'tool_input', source_id TEXT
);
CREATE UNIQUE INDEX uq_details_source ON details (session_id, origin_session_id, source_id) WHERE source_id IS NOT NULL;
CREATE INDEX idx_details_session_kind ON details (session_id, kind, created_at);
CREATE TABLE injection_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT, session_id TEXT NOT NULL, event_type TEXT NOT NULL,
  turns_injected INTEGER NOT NULL DEFAULT 0, tokens_saved INTEGER NOT NULL DEFAULT 0, created_at INTEGER NOT NULL
);
CREATE TABLE handoff_batons (project_path TEXT PRIMARY KEY, session_id TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE TABLE pending_handoffs (
  session_id TEXT PRIMARY KEY, project_path TEXT NOT NULL, source TEXT, auto_predecessor_id TEXT, created_at INTEGER NOT NULL
);
CREATE TABLE room_turns (
  project_path TEXT NOT NULL, room_id TEXT NOT NULL, message_id TEXT NOT NULL, speaker TEXT NOT NULL, text TEXT NOT NULL,
  PRIMARY KEY (project_path, room_id, message_id)
);
CREATE INDEX idx_room_turns_room ON room_turns (project_path, room_id);
CREATE TABLE codex_handoffs (
  handoff_id TEXT PRIMARY KEY, source_thread_id TEXT NOT NULL, source_turn_id TEXT NOT NULL, source_session_id TEXT NOT NULL,
  project_path TEXT NOT NULL, rollout_path TEXT NOT NULL, codex_home TEXT NOT NULL, open_host TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'requested', previous_handoff_id TEXT REFERENCES codex_handoffs (handoff_id),
  settings_json TEXT, snapshot_json TEXT, runtime_json TEXT, target_thread_id TEXT UNIQUE, delivery_id TEXT NOT NULL UNIQUE,
  queued_submission_id TEXT, started_turn_id TEXT, mutation_stage TEXT, worker_identity_json TEXT, resume_state TEXT,
  error_code TEXT, created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL, UNIQUE (source_thread_id, source_turn_id)
);
CREATE INDEX idx_codex_handoffs_project ON codex_handoffs (project_path, created_at);
CREATE TABLE codex_handoff_summaries (
  origin_session_id TEXT NOT NULL, turn_number INTEGER NOT NULL, source_hash TEXT NOT NULL, summary TEXT NOT NULL,
  created_at INTEGER NOT NULL, PRIMARY KEY (origin_session_id, turn_number, source_hash)
);
`;
