import { eachPosting, PostingList, type TermEntry } from './search-postings.ts';
import { termsOf } from './search-terms.ts';

/** A turn as the index knows it. */
export interface SearchDocument {
  /** Number of the turn's newest change when it was indexed; a turn that has a newer one is another document. */
  readonly revision: number;
  /** The index's own number of its session. */
  readonly session: number;
  /** Whole seconds since 1970. */
  readonly startedAt: number;
  /** Number of its terms. */
  readonly length: number;
}

/** A part of the index: documents in the order of their revisions, and terms in the order of their UTF-16 units. */
export interface Segment {
  readonly documents: readonly SearchDocument[];
  readonly entries: Iterable<TermEntry>;
}

/** Makes a segment of turns. */
export class SegmentBuilder {
  readonly #documents: SearchDocument[] = [];
  readonly #lists = new Map<string, PostingList>();

  /** In the order of the revisions. */
  add(
    turn: Omit<SearchDocument, 'length'> & {
      readonly request: string;
      readonly answer: string | null;
    },
  ): void {
    const { revision, session, startedAt, request, answer } = turn;
    const place = this.#documents.length;
    const length = this.#count(place, 'request', request) + this.#count(place, 'answer', answer);
    this.#documents.push({ revision, session, startedAt, length });
  }

  build(): Segment {
    const terms = [...this.#lists.keys()].sort();
    const entries = terms.map((term) => ({
      term,
      postings: this.#lists.get(term)?.bytes ?? new Uint8Array(),
    }));
    return { documents: this.#documents, entries };
  }

  #count(place: number, role: 'request' | 'answer', text: string | null): number {
    const terms = text === null ? [] : termsOf(text);
    for (const term of terms) {
      let list = this.#lists.get(term);
      if (list === undefined) {
        list = new PostingList();
        this.#lists.set(term, list);
      }
      list.count(place, role);
    }
    return terms.length;
  }
}

/**
 * One segment of several that follow each other, without documents that are gone.
 * @param isAlive whether a turn still has this revision
 */
export function mergeSegments(
  segments: readonly Segment[],
  isAlive: (revision: number) => boolean,
): Segment {
  const documents: SearchDocument[] = [];
  const places = segments.map((segment) => {
    const own = new Int32Array(segment.documents.length).fill(-1);
    for (const [index, document] of segment.documents.entries()) {
      if (isAlive(document.revision)) own[index] = documents.push(document) - 1;
    }
    return own;
  });
  return { documents, entries: mergedEntries(segments, places) };
}

function* mergedEntries(
  segments: readonly Segment[],
  places: readonly Int32Array[],
): Generator<TermEntry> {
  const iterators = segments.map(({ entries }) => entries[Symbol.iterator]());
  const heads = iterators.map((iterator) => iterator.next().value as TermEntry | undefined);
  for (;;) {
    const term = leastTerm(heads);
    if (term === undefined) return;
    const list = new PostingList();
    for (const [index, head] of heads.entries()) {
      if (head?.term !== term) continue;
      moveInto(list, head.postings, places[index] ?? new Int32Array());
      heads[index] = iterators[index]?.next().value as TermEntry | undefined;
    }
    if (list.bytes.length > 0) yield { term, postings: list.bytes };
  }
}

function leastTerm(heads: readonly (TermEntry | undefined)[]): string | undefined {
  let least: string | undefined;
  for (const head of heads) {
    if (head !== undefined && (least === undefined || head.term < least)) least = head.term;
  }
  return least;
}

function moveInto(list: PostingList, postings: Uint8Array, places: Int32Array): void {
  eachPosting(postings, (document, request, answer) => {
    const place = places[document] ?? -1;
    if (place >= 0) list.add({ document: place, request, answer });
  });
}
