import type { Detail, DetailKind } from '../core/turn.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import type { LinkReason } from './links.ts';
import { integer, integerOrNull, text, textOrNull } from './row.ts';
import { type StoredTurn, type TurnPosition, turnFrom } from './turns.ts';

/** Which part of the memory goes out. Null: everything. Times are epoch milliseconds. */
export interface ExportScope {
  /** Spelled ids. */
  readonly sessions: readonly string[] | null;
  readonly root: string | null;
  /** Turns that began at this time or later. */
  readonly from: number | null;
  /** Turns that began before. */
  readonly to: number | null;
}

/** A conversation, all that is stored of it. */
export interface ExportedSession {
  readonly id: string;
  readonly transcriptPath: string | null;
  readonly projectRoot: string;
  readonly firstCwd: string;
  readonly window: string | null;
  readonly unattended: boolean;
  readonly parent: string | null;
  readonly adoptedFrom: string | null;
  /** Since when nothing of it is stored; 0: it is. */
  readonly off: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A turn, all that is stored of it. Hashes are keyed ones of the whole texts. */
export interface ExportedTurn extends StoredTurn {
  readonly answerId: string | null;
  readonly userHash: string;
  readonly assistantHash: string | null;
  readonly skeleton: string;
  readonly prunedAt: number | null;
  readonly details: readonly Detail[];
}

/** A turn that was forgotten: what is known of it so that it does not come back. */
export interface ExportedTombstone {
  readonly session: string;
  readonly key: string;
  readonly number: number | null;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
}

/** What a session goes on from. */
export interface ExportedLink {
  readonly successor: string;
  readonly predecessor: string;
  /** The predecessor's last turn that counts; `key` is null when that turn was forgotten. */
  readonly upTo: {
    readonly key: string | null;
    readonly startedAt: number;
    readonly number: number;
  } | null;
  readonly why: LinkReason;
  readonly createdAt: number;
}

/** Spelled ids, the session that was seen first at the beginning. With a time, only those with such turns. */
export function sessionsToExport(
  db: SqlConnection,
  { sessions, root, from, to }: ExportScope,
): readonly string[] {
  const rows = db.all(
    `SELECT id FROM sessions s WHERE (?1 IS NULL OR project_root = ?1)
       AND ((?2 IS NULL AND ?3 IS NULL) OR EXISTS (
         SELECT 1 FROM known_turns WHERE session_id = s.id AND started_at >= coalesce(?2, 0) AND (?3 IS NULL OR started_at < ?3)))
     ORDER BY created_at, id`,
    root,
    from,
    to,
  );
  const ids = rows.map((row) => text(row, 'id'));
  return sessions === null ? ids : ids.filter((id) => sessions.includes(id));
}

export function sessionToExport(db: SqlConnection, id: string): ExportedSession | null {
  const row = db.get(
    `SELECT id, transcript_path, project_root, first_cwd, window, unattended, parent_id, adopted_from, off, created_at, updated_at
     FROM sessions WHERE id = ?`,
    id,
  );
  if (row === undefined) return null;
  return {
    id: text(row, 'id'),
    transcriptPath: textOrNull(row, 'transcript_path'),
    projectRoot: text(row, 'project_root'),
    firstCwd: text(row, 'first_cwd'),
    window: textOrNull(row, 'window'),
    unattended: integer(row, 'unattended') > 0,
    parent: textOrNull(row, 'parent_id'),
    adoptedFrom: textOrNull(row, 'adopted_from'),
    off: integer(row, 'off'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  };
}

/**
 * Known turns of a session, oldest first: at most `most.turns`, and no more than one beyond
 * `most.characters`.
 * @param after the turn before the first one; null: from the beginning
 */
export function turnsToExport(
  db: SqlConnection,
  session: string,
  { from, to }: Pick<ExportScope, 'from' | 'to'>,
  after: TurnPosition | null,
  most: { readonly turns: number; readonly characters: number },
): readonly ExportedTurn[] {
  const ids = db.all(
    `SELECT id FROM known_turns WHERE session_id = ?1 AND started_at >= coalesce(?2, 0) AND (?3 IS NULL OR started_at < ?3)
       AND (?4 IS NULL OR (started_at, turn_number, id) > (?4, ?5, ?6))
     ORDER BY started_at, turn_number, id LIMIT ?7`,
    session,
    from,
    to,
    after?.startedAt ?? null,
    after?.number ?? null,
    after?.id ?? null,
    most.turns,
  );
  const turns: ExportedTurn[] = [];
  let characters = 0;
  for (const row of ids) {
    if (characters >= most.characters) break;
    const turn = turnToExport(db, integer(row, 'id'));
    characters += sizeOf(turn);
    turns.push(turn);
  }
  return turns;
}

/** UTF-16 units of a turn's texts. */
export const sizeOf = ({
  request,
  answer,
  details,
}: Pick<ExportedTurn, 'request' | 'answer' | 'details'>): number =>
  details.reduce(
    (sum, { input, output }) => sum + (input?.length ?? 0) + (output?.length ?? 0),
    request.length + (answer?.length ?? 0),
  );

function turnToExport(db: SqlConnection, id: number): ExportedTurn {
  const row = db.get(
    `SELECT t.id, t.session_id, t.turn_key, t.turn_number, t.start, t.state, t.started_at, t.ended_at, t.raw_user_hash,
       t.raw_assistant_hash, t.answer_id, t.pruned_at,
       (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'user') AS request,
       (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'assistant') AS answer,
       (SELECT summary FROM skeletons WHERE turn_id = t.id) AS skeleton
     FROM turns t WHERE t.id = ?`,
    id,
  );
  const details = db.all(
    'SELECT source_id, kind, tool_name, input_text, output_text FROM details WHERE turn_id = ? ORDER BY id',
    id,
  );
  return { ...exportedFrom(row ?? {}), details: details.map(detailFrom) };
}

const exportedFrom = (row: SqlRow): Omit<ExportedTurn, 'details'> => ({
  ...turnFrom(row),
  answerId: textOrNull(row, 'answer_id'),
  userHash: text(row, 'raw_user_hash'),
  assistantHash: textOrNull(row, 'raw_assistant_hash'),
  skeleton: textOrNull(row, 'skeleton') ?? '',
  prunedAt: integerOrNull(row, 'pruned_at'),
});

const detailFrom = (row: SqlRow): Detail => ({
  sourceId: text(row, 'source_id'),
  kind: text(row, 'kind') as DetailKind,
  toolName: text(row, 'tool_name'),
  input: textOrNull(row, 'input_text'),
  output: textOrNull(row, 'output_text'),
});

export const tombstonesToExport = (
  db: SqlConnection,
  session: string,
): readonly ExportedTombstone[] =>
  db
    .all(
      'SELECT turn_key, turn_number, started_at, ended_at FROM tombstones WHERE session_id = ?',
      session,
    )
    .map((row) => ({
      session,
      key: text(row, 'turn_key'),
      number: integerOrNull(row, 'turn_number'),
      startedAt: integerOrNull(row, 'started_at'),
      endedAt: integerOrNull(row, 'ended_at'),
    }));

export function linkToExport(db: SqlConnection, successor: string): ExportedLink | null {
  const row = db.get(
    `SELECT predecessor_id, up_to_started_at, up_to_number, why, created_at,
       (SELECT turn_key FROM turns WHERE id = up_to_turn_id) AS up_to_key
     FROM links WHERE successor_id = ?`,
    successor,
  );
  if (row === undefined) return null;
  const startedAt = integerOrNull(row, 'up_to_started_at');
  return {
    successor,
    predecessor: text(row, 'predecessor_id'),
    upTo:
      startedAt === null
        ? null
        : {
            key: textOrNull(row, 'up_to_key'),
            startedAt,
            number: integer(row, 'up_to_number'),
          },
    why: text(row, 'why') as LinkReason,
    createdAt: integer(row, 'created_at'),
  };
}
