import type { Host } from '../core/session.ts';
import type { SqlConnection, SqlRow, SqlValue } from './connection.ts';
import { integer, text, textOrNull } from './row.ts';
import { indexedSecond } from './search-columns.ts';
import type { IndexedPart } from './search-index.ts';

/** A turn with its newest change, as far as searching needs it. */
export interface SearchedTurn {
  readonly revision: number;
  readonly id: number;
  /** Spelled id. */
  readonly session: string;
  readonly host: Host;
  readonly project: string;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly request: string;
  readonly answer: string | null;
}

/** What a search is limited to; null: not by this. Times are epoch milliseconds, `before` excluded. */
export interface SearchScope {
  readonly root: string | null;
  readonly host: Host | null;
  /** Spelled id. */
  readonly session: string | null;
  readonly since: number | null;
  readonly before: number | null;
}

const FROM = `FROM revisions r JOIN known_turns t ON t.id = r.turn_id JOIN sessions s ON s.id = t.session_id`;
/** @param more columns beside those of a turn, each with a comma before it */
const select = (
  more: string,
): string => `SELECT r.id AS revision, t.id, t.session_id, s.host, s.project_root, t.started_at,
  (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'user') AS request,
  (SELECT text FROM bodies WHERE turn_id = t.id AND role = 'assistant') AS answer${more} ${FROM}`;

/** Known turns whose newest change is behind a number, in the order of the changes. */
export const turnsChangedAfter = (
  db: SqlConnection,
  revision: number,
  limit: number,
): readonly SearchedTurn[] =>
  db.all(`${select('')} WHERE r.id > ? ORDER BY r.id LIMIT ${limit}`, revision).map(turnFrom);

/** How many known turns changed behind a number; counted up to `most`. */
export function countChangedAfter(db: SqlConnection, revision: number, most: number): number {
  const sql = `SELECT count(*) AS n FROM (SELECT 1 FROM revisions r JOIN known_turns t ON t.id = r.turn_id WHERE r.id > ? LIMIT ${most})`;
  return integer(db.get(sql, revision) ?? {}, 'n');
}

/** The turn whose newest change has this number; null when it changed again, or is gone. */
export function turnOfRevision(db: SqlConnection, revision: number): SearchedTurn | null {
  const row = db.get(`${select('')} WHERE r.id = ?`, revision);
  return row === undefined ? null : turnFrom(row);
}

/** Numbers of changes that are some turn's newest. */
export const liveRevisions = (db: SqlConnection): ReadonlySet<number> =>
  new Set(db.all('SELECT id FROM revisions').map((row) => integer(row, 'id')));

/**
 * Whether an index that went up to there was made of this memory, and not of one it has replaced. A
 * copy that was put back in its place gives the same numbers again, to other turns.
 */
export function isFollowed(db: SqlConnection, { revision, turn, newest }: IndexedPart): boolean {
  const last = db.get("SELECT seq FROM sqlite_sequence WHERE name = 'revisions'");
  if (last === undefined || integer(last, 'seq') < revision) return false;
  const owner = db.get('SELECT turn_id FROM revisions WHERE id = ?', revision);
  if (owner !== undefined && integer(owner, 'turn_id') !== turn) return false;
  return newest.every((indexed) => {
    const sql = `SELECT t.session_id, t.started_at FROM revisions r JOIN turns t ON t.id = r.turn_id WHERE r.id = ?`;
    const row = db.get(sql, indexed.revision);
    return (
      row === undefined ||
      (text(row, 'session_id') === indexed.session &&
        indexedSecond(integer(row, 'started_at')) === indexed.startedAt)
    );
  });
}

/** Spelled ids of the sessions in a scope. */
export function sessionsIn(
  db: SqlConnection,
  { root, host, session }: SearchScope,
): ReadonlySet<string> {
  const sql = `SELECT id FROM sessions WHERE (?1 IS NULL OR project_root = ?1)
    AND (?2 IS NULL OR host = ?2) AND (?3 IS NULL OR id = ?3)`;
  return new Set(db.all(sql, root, host, session).map((row) => text(row, 'id')));
}

/** The ways one word may be written; any of them will do. */
export type WrittenForms = readonly string[];

/**
 * Without an index: turns that changed behind a number and hold any of the words (letter case of
 * ASCII does not count), the newest change first. Of more than `limit`, those that hold most of them.
 */
export function turnsHolding(
  db: SqlConnection,
  words: readonly WrittenForms[],
  after: number,
  scope: SearchScope,
  limit: number,
): readonly SearchedTurn[] {
  const holds = conditions(words, ['b.text']).map(
    (condition) => `EXISTS (SELECT 1 FROM bodies b WHERE b.turn_id = t.id AND (${condition}))`,
  );
  const most = words.length > 1 ? `${holds.join(' + ')} DESC, ` : '';
  const sql = `${select('')} WHERE r.id > ?1 AND ${WITHIN} AND (${holds.join(' OR ')})
    ORDER BY ${most}r.id DESC LIMIT ${limit}`;
  const found = db.all(sql, after, ...valuesOf(scope, words)).map(turnFrom);
  return found.sort((one, other) => other.revision - one.revision);
}

/** A detail of a turn that holds what was searched. */
export interface DetailFinding {
  readonly turn: SearchedTurn;
  readonly text: string;
}

/** Turns of which one detail (tool input or output, thinking) holds all words, the newest detail first. */
export function detailsHolding(
  db: SqlConnection,
  words: readonly WrittenForms[],
  scope: SearchScope,
  limit: number,
): readonly DetailFinding[] {
  const holds = conditions(words, ['d.input_text', 'd.output_text']);
  const sql = `${select(', d.input_text AS input, d.output_text AS output')}
    JOIN details d ON d.turn_id = t.id
    WHERE ?1 >= 0 AND ${WITHIN} AND ${holds.map((condition) => `(${condition})`).join(' AND ')}
    ORDER BY d.id DESC LIMIT ${limit}`;
  return db.all(sql, 0, ...valuesOf(scope, words)).map((row) => ({
    turn: turnFrom(row),
    text: [textOrNull(row, 'input'), textOrNull(row, 'output')]
      .filter((part) => part !== null)
      .join('\n'),
  }));
}

/** Of each word, that one of the columns holds one of its forms; see {@link valuesOf}. */
function conditions(words: readonly WrittenForms[], columns: readonly string[]): readonly string[] {
  let parameter = 6;
  return words.map((forms) =>
    forms
      .flatMap(() => {
        parameter += 1;
        return columns.map((column) => `${column} LIKE ?${parameter} ESCAPE '\\'`);
      })
      .join(' OR '),
  );
}

const WITHIN = `(?2 IS NULL OR s.project_root = ?2) AND (?3 IS NULL OR s.host = ?3)
  AND (?4 IS NULL OR t.session_id = ?4) AND (?5 IS NULL OR t.started_at >= ?5)
  AND (?6 IS NULL OR t.started_at < ?6)`;

/** Parameters 2 to 6, and from 7 on the forms of the words. */
const valuesOf = (scope: SearchScope, words: readonly WrittenForms[]): readonly SqlValue[] => [
  scope.root,
  scope.host,
  scope.session,
  scope.since,
  scope.before,
  ...words.flat().map(likeValue),
];

const likeValue = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

function turnFrom(row: SqlRow): SearchedTurn {
  return {
    revision: integer(row, 'revision'),
    id: integer(row, 'id'),
    session: text(row, 'session_id'),
    host: text(row, 'host') as Host,
    project: text(row, 'project_root'),
    startedAt: integer(row, 'started_at'),
    request: textOrNull(row, 'request') ?? '',
    answer: textOrNull(row, 'answer'),
  };
}
