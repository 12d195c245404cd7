import { type SessionRef, spell } from '../core/session.ts';
import type { Detail } from '../core/turn.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { findLink, saveLink } from './links.ts';
import { integer, text, textOrNull } from './row.ts';
import {
  isForgottenElsewhere,
  isOfTranscript,
  type SessionState,
  type TurnSpan,
} from './taken-over.ts';
import { putDetails } from './turn-content.ts';
import { insertTurn, putTexts, type TurnToStore } from './turn-writer.ts';
import type { TurnPosition } from './turns.ts';

/** A session of the original. Times are epoch milliseconds; project and directory may be unknown (''). */
export interface SessionToTakeOver {
  readonly ref: SessionRef;
  readonly projectRoot: string;
  readonly directory: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const isStoredSession = (db: SqlConnection, id: string): boolean =>
  db.get('SELECT 1 FROM sessions WHERE id = ?', id) !== undefined;

/** What is known of the session stays; only an unknown project is filled in, and its times span both. */
export function takeOverSession(db: SqlConnection, session: SessionToTakeOver): void {
  db.run(
    `INSERT INTO sessions (id, host, host_id, project_root, first_cwd, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       first_cwd = iif(project_root = '', excluded.first_cwd, first_cwd),
       project_root = coalesce(nullif(project_root, ''), excluded.project_root),
       created_at = min(created_at, excluded.created_at),
       updated_at = max(updated_at, excluded.updated_at)`,
    spell(session.ref),
    session.ref.host,
    session.ref.id,
    session.projectRoot,
    session.directory,
    session.createdAt,
    session.updatedAt,
  );
}

/** A turn of the original; its key is its place ({@link takenOverKey}). */
export interface TurnToTakeOver extends TurnToStore {
  /** The original had a line of its own for it. */
  readonly summarised: boolean;
}

/** What the memory lacks of a turn of the original. */
export type Missing =
  | { readonly kind: 'turn' }
  | {
      readonly kind: 'parts';
      readonly turnId: number;
      readonly texts: boolean;
      readonly details: readonly Detail[];
      readonly skeleton: boolean;
    }
  /** `elsewhere`: it is there from its transcript. `unwanted`: it was forgotten, or is off. */
  | { readonly kind: 'nothing'; readonly why: 'stored' | 'elsewhere' | 'unwanted' };

/** @param state of the turn's session, in the same transaction */
export function missingOf(db: SqlConnection, turn: TurnToTakeOver, state: SessionState): Missing {
  const row = state.stored ? storedRow(db, turn) : undefined;
  if (row !== undefined) return missingParts(db, turn, row);
  const span = { ...turn, utterances: [] };
  if (state.off || (state.hasForgotten && isForgotten(db, span, turn.key))) {
    return { kind: 'nothing', why: 'unwanted' };
  }
  return isOfTranscript(db, span, state) ? { kind: 'nothing', why: 'elsewhere' } : { kind: 'turn' };
}

const storedRow = (db: SqlConnection, turn: TurnToTakeOver): SqlRow | undefined =>
  db.get(
    'SELECT id, raw_user_hash, raw_assistant_hash FROM turns WHERE session_id = ? AND turn_key = ?',
    turn.session,
    turn.key,
  );

function isForgotten(db: SqlConnection, turn: TurnSpan, key: string): boolean {
  const sql = 'SELECT 1 FROM tombstones WHERE session_id = ? AND turn_key = ?';
  if (db.get(sql, turn.session, key) !== undefined) return true;
  return isForgottenElsewhere(db, turn, 'original');
}

function missingParts(db: SqlConnection, turn: TurnToTakeOver, row: SqlRow): Missing {
  const turnId = integer(row, 'id');
  const sources = db.all('SELECT source_id FROM details WHERE turn_id = ?', turnId);
  const known = new Set(sources.map((detail) => text(detail, 'source_id')));
  const details = turn.details.filter(({ sourceId }) => !known.has(sourceId));
  const texts =
    text(row, 'raw_user_hash') !== turn.userHash ||
    textOrNull(row, 'raw_assistant_hash') !== turn.assistantHash;
  const summary = db.get('SELECT summary FROM skeletons WHERE turn_id = ?', turnId)?.summary;
  const skeleton = turn.summarised && summary !== turn.skeleton;
  if (details.length === 0 && !texts && !skeleton) return { kind: 'nothing', why: 'stored' };
  return { kind: 'parts', turnId, texts, details, skeleton };
}

/** Stores what is missing. The session must be stored. */
export function takeOverMissing(db: SqlConnection, turn: TurnToTakeOver, missing: Missing): void {
  if (missing.kind === 'turn') insertTurn(db, turn);
  if (missing.kind !== 'parts') return;
  if (missing.texts || missing.skeleton) putTexts(db, missing.turnId, turn);
  putDetails(db, missing.turnId, missing.details);
}

export interface LinkToTakeOver {
  readonly successor: string;
  readonly predecessor: string;
  /** The predecessor's newest turn in the original; null when it had none. */
  readonly until: { readonly startedAt: number; readonly number: number } | null;
}

/** A link that was made here stays; one that was taken over follows the original. */
export function takeOverLink(db: SqlConnection, link: LinkToTakeOver, at: number): void {
  const known = findLink(db, link.successor);
  if (known !== null && known.why !== 'takeover') return;
  const { predecessor, until } = link;
  const upTo = until === null ? null : newestUntil(db, predecessor, until.startedAt);
  saveLink(db, link.successor, { predecessor, upTo, why: 'takeover' }, at);
}

function newestUntil(db: SqlConnection, session: string, startedAt: number): TurnPosition | null {
  const row = db.get(
    `SELECT id, started_at, turn_number FROM turns WHERE session_id = ? AND started_at <= ?
     ORDER BY started_at DESC, turn_number DESC, id DESC LIMIT 1`,
    session,
    startedAt,
  );
  if (row === undefined) return null;
  return {
    id: integer(row, 'id'),
    startedAt: integer(row, 'started_at'),
    number: integer(row, 'turn_number'),
  };
}
