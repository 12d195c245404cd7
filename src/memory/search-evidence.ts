import type { TermEntry } from '../core/search-postings.ts';
import { type QueryTerm, type QueryUnit, termKey } from '../core/search-query.ts';
import type { TermEvidence } from '../core/search-rank.ts';
import {
  type DocumentColumns,
  joinColumns,
  packColumns,
  unpackColumns,
} from '../store/search-columns.ts';
import { type IndexContent, isFormOf } from '../store/search-content.ts';
import type { SearchedTurn } from '../store/search-turns.ts';
import { segmentOf } from './search-documents.ts';

/** What is known of all turns that can be found: from the index, and of newer turns from their texts. */
export interface Evidence {
  readonly columns: DocumentColumns;
  /** Spelled session ids by the numbers in the columns. */
  readonly sessions: ReadonlyMap<number, string>;
  readonly evidenceOf: (term: QueryTerm) => readonly TermEvidence[];
}

export const termsIn = (units: readonly QueryUnit[]): readonly QueryTerm[] =>
  units.flatMap(({ ways }) => ways.flat());

/** @param fresh turns that the index does not have, in the order of their changes */
export function evidenceFrom(
  content: IndexContent | null,
  fresh: readonly SearchedTurn[],
): Evidence {
  const names = new Map(content?.sessions ?? []);
  const segment = segmentOf(fresh, numbering(names));
  const own = unpackColumns(packColumns(segment.documents));
  const entries = [...segment.entries];
  const offset = content?.columns.count ?? 0;
  const columns = content === null ? own : joinColumns([content.columns, own]);
  return {
    columns,
    sessions: names,
    evidenceOf: (term) => [
      ...(content?.evidence.get(termKey(term)) ?? []),
      { offset, entries: entriesOf(entries, term) },
    ],
  };
}

/** Sessions the index does not know get the numbers behind its own, and are added to `names`. */
function numbering(names: Map<number, string>): (session: string) => number {
  const numbers = new Map([...names].map(([number, id]) => [id, number]));
  let next = Math.max(0, ...names.keys());
  return (session) => {
    const known = numbers.get(session);
    if (known !== undefined) return known;
    next += 1;
    names.set(next, session);
    return next;
  };
}

function entriesOf(entries: readonly TermEntry[], term: QueryTerm): readonly TermEntry[] {
  const start = term.stem ?? term.text;
  const found: TermEntry[] = [];
  for (let at = lowerBound(entries, start); at < entries.length; at += 1) {
    const entry = entries[at];
    if (entry === undefined || !entry.term.startsWith(start)) break;
    if (term.stem === null && entry.term !== start) break;
    if (isFormOf(term, entry.term)) found.push(entry);
  }
  return found;
}

/** Place of the first entry whose term is not before `start`. */
function lowerBound(entries: readonly TermEntry[], start: string): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((entries[middle]?.term ?? '') < start) low = middle + 1;
    else high = middle;
  }
  return low;
}
