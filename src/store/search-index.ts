import {
  entriesNamed,
  packEntries,
  type TermEntry,
  unpackEntries,
} from '../core/search-postings.ts';
import { type QueryTerm, termKey } from '../core/search-query.ts';
import type { TermEvidence } from '../core/search-rank.ts';
import { mergeSegments, type Segment } from '../core/search-segment.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { integer, text } from './row.ts';
import {
  type DocumentColumns,
  documentsIn,
  joinColumns,
  packColumns,
  unpackColumns,
} from './search-columns.ts';

/** How far the index follows the memory: the last change that is in it, and the turn it was made to. */
export interface Watermark {
  readonly revision: number;
  readonly turn: number;
}

/** What the index holds of some terms. */
export interface IndexContent {
  readonly watermark: Watermark | null;
  readonly columns: DocumentColumns;
  /** Spelled session ids by the numbers in the columns. */
  readonly sessions: ReadonlyMap<number, string>;
  /** By the keys of the terms. */
  readonly evidence: ReadonlyMap<string, readonly TermEvidence[]>;
}

/** Bytes of postings after which a block is full; a term with more has one of its own. */
const BLOCK_BYTES = 6000;
/** So many segments of one class of size become one. */
const FAN_IN = 4;
/** Letters that another form of a word has more than its stem. */
const LONGEST_ENDING = 5;

export function readWatermark(db: SqlConnection): Watermark | null {
  const row = db.get('SELECT revision, turn_id FROM watermark');
  return row === undefined
    ? null
    : { revision: integer(row, 'revision'), turn: integer(row, 'turn_id') };
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

/** Everything that ranking needs to know of the terms. */
export function readContent(db: SqlConnection, terms: readonly QueryTerm[]): IndexContent {
  const segments = segmentsOf(db);
  const columns = segments.map(({ id }) => columnsOf(db, id));
  const offsets: number[] = [];
  let count = 0;
  for (const part of columns) {
    offsets.push(count);
    count += part.count;
  }
  const evidence = new Map(
    terms.map((term) => [
      termKey(term),
      segments.map(({ id }, index) => ({
        offset: offsets[index] ?? 0,
        entries: entriesOf(db, id, term),
      })),
    ]),
  );
  const names = db.all('SELECT number, id FROM sessions');
  return {
    watermark: readWatermark(db),
    columns: joinColumns(columns),
    sessions: new Map(names.map((row) => [integer(row, 'number'), text(row, 'id')])),
    evidence,
  };
}

/** Whether an entry of the index is a form of the term. */
export const isFormOf = ({ text: own, stem }: QueryTerm, other: string): boolean =>
  stem === null || stem === own || other === own || other.length <= stem.length + LONGEST_ENDING;

interface StoredSegment {
  readonly id: number;
  readonly documents: number;
}

const segmentsOf = (db: SqlConnection): readonly StoredSegment[] =>
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
  db.run(
    'INSERT INTO segments (documents, columns) VALUES (?, ?)',
    documents.length,
    packColumns(documents),
  );
  const id = integer(db.get('SELECT last_insert_rowid() AS id') ?? {}, 'id');
  let block: TermEntry[] = [];
  let size = 0;
  const flush = (): void => {
    const [first] = block;
    if (first === undefined) return;
    const sql = 'INSERT INTO blocks (segment, first, data) VALUES (?, ?, ?)';
    db.run(sql, id, keyOf(first.term), packEntries(block));
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

const columnsOf = (db: SqlConnection, id: number): DocumentColumns =>
  unpackColumns(bytesIn(db.get('SELECT columns FROM segments WHERE id = ?', id) ?? {}, 'columns'));

function entriesOf(db: SqlConnection, id: number, term: QueryTerm): readonly TermEntry[] {
  const start = term.stem ?? term.text;
  const rows = db.all(
    `SELECT data FROM blocks WHERE segment = ?1 AND first < ?3 AND first >=
       coalesce((SELECT first FROM blocks WHERE segment = ?1 AND first <= ?2 ORDER BY first DESC LIMIT 1), x'')
     ORDER BY first`,
    id,
    keyOf(start),
    keyOf(term.stem === null ? `${start}\u0000` : `${start}\uffff`),
  );
  return rows
    .flatMap((row) => entriesNamed(bytesIn(row, 'data'), start, term.stem !== null))
    .filter((entry) => isFormOf(term, entry.term));
}

/** Bytes in whose order SQLite puts strings as JavaScript does. */
const keyOf = (term: string): Uint8Array => Buffer.from(term, 'utf16le').swap16();

function bytesIn(row: SqlRow, name: string): Uint8Array {
  const value = row[name];
  if (value instanceof Uint8Array) return value;
  throw new TypeError(`column ${name} holds ${typeof value}`);
}
