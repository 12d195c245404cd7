import { crc32 } from 'node:zlib';
import { packEntries, type TermEntry, unpackEntries } from '../core/search-postings.ts';
import { mergeSegments, type Segment } from '../core/search-segment.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { integer, text } from './row.ts';
import { type DocumentColumns, documentsIn, packColumns, unpackColumns } from './search-columns.ts';

/** How far the index follows the memory: the last change that is in it, and the turn it was made to. */
export interface Watermark {
  readonly revision: number;
  readonly turn: number;
}

/** A turn as the index knows it. */
interface IndexedTurn {
  readonly revision: number;
  /** Spelled id. */
  readonly session: string;
  /** Epoch seconds. */
  readonly startedAt: number;
}

/** How far an index goes, and of which memory it is. */
export interface IndexedPart extends Watermark {
  /** The newest documents. Numbers alone are given again by a memory that was put back from a copy. */
  readonly newest: readonly IndexedTurn[];
}

/** Documents that tell of which memory an index is; of the newest many have changed since. */
const TELLING = 64;
/** Bytes of postings after which a block is full; a term with more has one of its own. */
const BLOCK_BYTES = 6000;
/** So many segments of one class of size become one. */
const FAN_IN = 4;

export function readWatermark(db: SqlConnection): IndexedPart | null {
  const row = db.get('SELECT revision, turn_id FROM watermark');
  return row === undefined
    ? null
    : {
        revision: integer(row, 'revision'),
        turn: integer(row, 'turn_id'),
        newest: newestTurns(db),
      };
}

function newestTurns(db: SqlConnection): readonly IndexedTurn[] {
  const turns: IndexedTurn[] = [];
  for (const { id } of segmentsOf(db).toReversed()) {
    const { count, revisions, sessions, startedAt } = columnsOf(db, id);
    for (let at = count - 1; at >= 0 && turns.length < TELLING; at -= 1) {
      const session = db.get('SELECT id FROM sessions WHERE number = ?', sessions[at] ?? 0);
      if (session === undefined) continue;
      turns.push({
        revision: revisions[at] ?? 0,
        session: text(session, 'id'),
        startedAt: startedAt[at] ?? 0,
      });
    }
    if (turns.length >= TELLING) break;
  }
  return turns;
}

/** The index's own number of a session. */
export function sessionNumber(db: SqlConnection, id: string): number {
  db.run('INSERT OR IGNORE INTO sessions (id) VALUES (?)', id);
  return integer(db.get('SELECT number FROM sessions WHERE id = ?', id) ?? {}, 'number');
}

/** Belongs into one transaction with what follows from it. */
export function addSegment(
  db: SqlConnection,
  segment: Segment,
  { revision, turn }: Watermark,
): void {
  writeSegment(db, segment);
  db.run(
    'INSERT OR REPLACE INTO watermark (one, revision, turn_id) VALUES (1, ?, ?)',
    revision,
    turn,
  );
}

/**
 * Joins the newest segments where there are many of one size, without documents that are gone.
 * @param isAlive whether a turn still has this revision
 */
export function joinSegments(db: SqlConnection, isAlive: (revision: number) => boolean): void {
  for (;;) {
    const joined = trailing(segmentsOf(db));
    if (joined.length === 0) return;
    writeSegment(
      db,
      mergeSegments(
        joined.map(({ id }) => storedSegment(db, id)),
        isAlive,
      ),
    );
    for (const { id } of joined) {
      db.run('DELETE FROM blocks WHERE segment = ?', id);
      db.run('DELETE FROM segments WHERE id = ?', id);
    }
  }
}

interface StoredSegment {
  readonly id: number;
  readonly documents: number;
}

export const segmentsOf = (db: SqlConnection): readonly StoredSegment[] =>
  db
    .all('SELECT id, documents FROM segments ORDER BY id')
    .map((row) => ({ id: integer(row, 'id'), documents: integer(row, 'documents') }));

/** The newest segments that are to be one: many of one size, and smaller ones behind them. */
function trailing(segments: readonly StoredSegment[]): readonly StoredSegment[] {
  const classes = segments.map(({ documents }) =>
    Math.floor(Math.log(Math.max(1, documents)) / Math.log(FAN_IN)),
  );
  const largest = Math.max(0, ...classes);
  for (let size = 0; size <= largest; size += 1) {
    const start = classes.findLastIndex((other) => other > size) + 1;
    const alike = classes.slice(start).filter((other) => other === size);
    if (alike.length >= FAN_IN) return segments.slice(start);
  }
  return [];
}

function writeSegment(db: SqlConnection, { documents, entries }: Segment): void {
  const columns = packColumns(documents);
  db.run(
    'INSERT INTO segments (documents, columns, sum) VALUES (?, ?, ?)',
    documents.length,
    columns,
    sumOf(columns),
  );
  const id = integer(db.get('SELECT last_insert_rowid() AS id') ?? {}, 'id');
  let block: TermEntry[] = [];
  let size = 0;
  const flush = (): void => {
    const [first] = block;
    if (first === undefined) return;
    const data = packEntries(block);
    const sql = 'INSERT INTO blocks (segment, first, data, sum) VALUES (?, ?, ?, ?)';
    db.run(sql, id, keyOf(first.term), data, sumOf(data));
    block = [];
    size = 0;
  };
  for (const entry of entries) {
    block.push(entry);
    size += entry.term.length + entry.postings.length;
    if (size >= BLOCK_BYTES) flush();
  }
  flush();
}

function storedSegment(db: SqlConnection, id: number): Segment {
  return { documents: documentsIn(columnsOf(db, id)), entries: storedEntries(db, id) };
}

function* storedEntries(db: SqlConnection, id: number): Generator<TermEntry> {
  let last: Uint8Array = new Uint8Array();
  for (;;) {
    const row = db.get(
      'SELECT first, data FROM blocks WHERE segment = ? AND first > ? ORDER BY first LIMIT 1',
      id,
      last,
    );
    if (row === undefined) return;
    yield* unpackEntries(bytesIn(row, 'data'));
    last = bytesIn(row, 'first');
  }
}

export const columnsOf = (db: SqlConnection, id: number): DocumentColumns =>
  unpackColumns(bytesIn(db.get('SELECT columns FROM segments WHERE id = ?', id) ?? {}, 'columns'));

/** Tells whether a value is still what was written. */
export const sumOf = (data: Uint8Array): number => crc32(data);

/** Bytes in whose order SQLite puts strings as JavaScript does. */
export const keyOf = (term: string): Uint8Array => Buffer.from(term, 'utf16le').swap16();

export function bytesIn(row: SqlRow, name: string): Uint8Array {
  const value = row[name];
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`column ${name} holds ${typeof value}`);
}
