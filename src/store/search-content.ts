import { entriesNamed, type TermEntry } from '../core/search-postings.ts';
import { type QueryTerm, termKey } from '../core/search-query.ts';
import type { TermEvidence } from '../core/search-rank.ts';
import type { SqlConnection } from './connection.ts';
import { integer, text } from './row.ts';
import { type DocumentColumns, joinColumns } from './search-columns.ts';
import {
  bytesIn,
  columnsOf,
  type IndexedPart,
  keyOf,
  readWatermark,
  segmentsOf,
} from './search-index.ts';

/** What the index holds of some terms. */
export interface IndexContent {
  readonly watermark: IndexedPart | null;
  readonly columns: DocumentColumns;
  /** Spelled session ids by the numbers in the columns. */
  readonly sessions: ReadonlyMap<number, string>;
  /** By the keys of the terms. */
  readonly evidence: ReadonlyMap<string, readonly TermEvidence[]>;
}

/** Letters that another form of a word has more than its stem. */
const LONGEST_ENDING = 5;

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
