import { parseSession, type SessionRef } from '../core/session.ts';
import { higherState, type TurnState } from '../core/turn.ts';
import { isContentKey } from '../core/turn-key.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import type { ExportedLink, ExportedSession } from './export.ts';
import { isForgottenKey } from './forgotten-turns.ts';
import { findLink, saveLink } from './links.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';
import { isForgottenElsewhere, takenOverParts } from './taken-over.ts';
import type { TurnToStore } from './turn-writer.ts';
import type { TurnPosition } from './turns.ts';

/**
 * Stores a conversation that came with an export. What is known of it here stays; only what is not
 * known is filled in.
 * @returns whether it was not stored yet
 */
export function putSession(db: SqlConnection, session: ExportedSession): boolean {
  const { host, id: hostId } = refOf(session.id);
  const isNew = db.get('SELECT 1 FROM sessions WHERE id = ?', session.id) === undefined;
  db.run(
    `INSERT INTO sessions (id, host, host_id, transcript_path, project_root, first_cwd, window, unattended, parent_id,
       adopted_from, off, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET
       transcript_path = coalesce(transcript_path, excluded.transcript_path),
       adopted_from = iif(project_root = '', excluded.adopted_from, adopted_from),
       project_root = coalesce(nullif(project_root, ''), excluded.project_root),
       first_cwd = coalesce(nullif(first_cwd, ''), excluded.first_cwd),
       parent_id = coalesce(parent_id, excluded.parent_id),
       created_at = min(created_at, excluded.created_at),
       updated_at = max(updated_at, excluded.updated_at)`,
    session.id,
    host,
    hostId,
    session.transcriptPath,
    session.projectRoot,
    session.firstCwd,
    session.window,
    session.unattended ? 1 : 0,
    session.parent,
    session.adoptedFrom,
    session.off,
    session.createdAt,
    session.updatedAt,
  );
  return isNew;
}

function refOf(spelled: string): SessionRef {
  const ref = parseSession(spelled);
  if (!ref.ok) throw new TypeError(`${spelled} is no session id`);
  return ref.value;
}

/** What storing a turn would come to. */
export type TurnOutlook = 'new' | 'grown' | 'known' | 'forgotten';

/** Without storing anything; as `storeTurn` decides. */
export function turnOutlook(db: SqlConnection, turn: TurnToStore): TurnOutlook {
  const span = { ...turn, utterances: [] };
  if (isForgottenKey(db, turn.session, turn.key)) return 'forgotten';
  if (isForgottenElsewhere(db, span, 'transcript')) return 'forgotten';
  const row = db.get(
    'SELECT id, state, raw_user_hash, raw_assistant_hash, pruned_at FROM turns WHERE session_id = ? AND turn_key = ?',
    turn.session,
    turn.key,
  );
  if (row !== undefined) return hasMore(db, turn, row) ? 'grown' : 'known';
  const elsewhere = db.get('SELECT 1 FROM turns WHERE turn_key = ? LIMIT 1', turn.key);
  if (elsewhere !== undefined && !isContentKey(turn.key)) return 'known';
  return takenOverParts(db, span).length > 0 ? 'grown' : 'new';
}

function hasMore(db: SqlConnection, turn: TurnToStore, row: SqlRow): boolean {
  const stored = text(row, 'state') as TurnState;
  const isLower = higherState(stored, turn.state) !== turn.state;
  const isOther =
    stored !== turn.state ||
    text(row, 'raw_user_hash') !== turn.userHash ||
    textOrNull(row, 'raw_assistant_hash') !== turn.assistantHash;
  return (!isLower && isOther) || (row.pruned_at === null && lacksDetail(db, turn, row));
}

function lacksDetail(db: SqlConnection, { details }: TurnToStore, row: SqlRow): boolean {
  const rows = db.all('SELECT source_id FROM details WHERE turn_id = ?', integer(row, 'id'));
  const known = new Set(rows.map((detail) => text(detail, 'source_id')));
  return details.some(({ sourceId }) => !known.has(sourceId));
}

/** Since when nothing of a session is stored, epoch milliseconds; 0 where it is. */
export const offSince = (db: SqlConnection, session: string): number =>
  integerOrNull(db.get('SELECT off FROM sessions WHERE id = ?', session) ?? {}, 'off') ?? 0;

/** Keyed hash of the request of a session's turn with this key; null when there is none. */
export const requestHashOf = (db: SqlConnection, session: string, key: string): string | null =>
  textOrNull(
    db.get('SELECT raw_user_hash FROM turns WHERE session_id = ? AND turn_key = ?', session, key) ??
      {},
    'raw_user_hash',
  );

/**
 * A link that was made here stays. One between sessions that are not both stored, or that would lead
 * back to where it begins, is left out.
 * @returns whether it is new
 */
export function putLink(db: SqlConnection, link: ExportedLink): boolean {
  const { successor, predecessor, why, createdAt } = link;
  if (findLink(db, successor) !== null || leadsTo(db, predecessor, successor)) return false;
  const both = db.get(
    'SELECT count(*) AS n FROM sessions WHERE id IN (?, ?)',
    successor,
    predecessor,
  );
  if (integer(both ?? {}, 'n') !== 2) return false;
  saveLink(db, successor, { predecessor, upTo: placeOf(db, link), why }, createdAt);
  return true;
}

/** No chain of windows that somebody worked in is as long. */
const LONGEST_CHAIN = 10_000;

function leadsTo(db: SqlConnection, from: string, to: string): boolean {
  let at: string | undefined = from;
  for (let step = 0; at !== undefined && at !== to && step < LONGEST_CHAIN; step += 1) {
    at = findLink(db, at)?.predecessor;
  }
  return at !== undefined;
}

/** Behind every turn with the same time and number, where the turn itself is not there. */
const BEHIND = Number.MAX_SAFE_INTEGER;

function placeOf(db: SqlConnection, { predecessor, upTo }: ExportedLink): TurnPosition | null {
  if (upTo === null) return null;
  const row = db.get(
    'SELECT id, started_at, turn_number FROM turns WHERE session_id = ? AND turn_key = ?',
    predecessor,
    upTo.key,
  );
  if (row === undefined) return { startedAt: upTo.startedAt, number: upTo.number, id: BEHIND };
  return {
    id: integer(row, 'id'),
    startedAt: integer(row, 'started_at'),
    number: integer(row, 'turn_number'),
  };
}
