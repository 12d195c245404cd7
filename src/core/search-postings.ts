/** How often a term is in one document's request and answer, each at most {@link MOST}. */
export interface Posting {
  /** Place of the document in its segment. */
  readonly document: number;
  readonly request: number;
  readonly answer: number;
}

/** More repetitions say no more. */
const MOST = 15;

/** A term with its postings as {@link PostingList} encodes them. */
export interface TermEntry {
  readonly term: string;
  readonly postings: Uint8Array;
}

/** Postings in the order of documents, as bytes: distance to the last one (varint), both counts in one byte. */
export class PostingList {
  #bytes = new Uint8Array(8);
  #length = 0;
  #last = -1;

  /** A document that was the last one is counted up. */
  count(document: number, role: 'request' | 'answer'): void {
    const step = role === 'request' ? 1 : MOST + 1;
    if (document === this.#last) {
      const at = this.#length - 1;
      const counts = this.#bytes[at] ?? 0;
      const count = role === 'request' ? counts & MOST : counts >> 4;
      if (count < MOST) this.#bytes[at] = counts + step;
      return;
    }
    this.#append(document, step);
  }

  add({ document, request, answer }: Posting): void {
    this.#append(document, request | (answer << 4));
  }

  get bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  #append(document: number, counts: number): void {
    if (this.#length + 6 > this.#bytes.length) this.#grow();
    this.#length = putVarint(this.#bytes, this.#length, document - this.#last - 1);
    this.#bytes[this.#length] = counts;
    this.#length += 1;
    this.#last = document;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

/** Calls `visit` for each posting; plain numbers, because there may be tens of thousands. */
export function eachPosting(
  bytes: Uint8Array,
  visit: (document: number, request: number, answer: number) => void,
): void {
  let document = -1;
  for (let at = 0; at < bytes.length; ) {
    let distance = 0;
    let shift = 0;
    let byte = bytes[at] ?? 0;
    while (byte >= 0x80) {
      distance |= (byte & 0x7f) << shift;
      shift += 7;
      at += 1;
      byte = bytes[at] ?? 0;
    }
    document += 1 + (distance | (byte << shift));
    const counts = bytes[at + 1] ?? 0;
    visit(document, counts & MOST, counts >> 4);
    at += 2;
  }
}

/** Terms in order, packed: length and UTF-8 of the term, length and bytes of its postings. */
export function packEntries(entries: readonly TermEntry[]): Uint8Array {
  const encoder = new TextEncoder();
  const terms = entries.map(({ term }) => encoder.encode(term));
  const size = entries.reduce(
    (sum, { postings }, index) => sum + 10 + (terms[index]?.length ?? 0) + postings.length,
    0,
  );
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const [index, { postings }] of entries.entries()) {
    for (const part of [terms[index] ?? new Uint8Array(), postings]) {
      at = putVarint(bytes, at, part.length);
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes.subarray(0, at);
}

/** Reads what {@link packEntries} made. */
export function* unpackEntries(bytes: Uint8Array): Generator<TermEntry> {
  const decoder = new TextDecoder();
  for (const { term, postings } of parts(bytes)) yield { term: decoder.decode(term), postings };
}

/** Of what {@link packEntries} made: the term itself, or with `beginning` all that begin with it. */
export function entriesNamed(
  bytes: Uint8Array,
  term: string,
  beginning: boolean,
): readonly TermEntry[] {
  const wanted = new TextEncoder().encode(term);
  const found: TermEntry[] = [];
  for (const part of parts(bytes)) {
    if (!startsWith(part.term, wanted)) continue;
    if (!beginning && part.term.length > wanted.length) continue;
    found.push({ term: new TextDecoder().decode(part.term), postings: part.postings });
  }
  return found;
}

function startsWith(bytes: Uint8Array, start: Uint8Array): boolean {
  if (bytes.length < start.length) return false;
  for (let at = 0; at < start.length; at += 1) if (bytes[at] !== start[at]) return false;
  return true;
}

interface PackedEntry {
  readonly term: Uint8Array;
  readonly postings: Uint8Array;
}

function* parts(bytes: Uint8Array): Generator<PackedEntry> {
  let at = 0;
  const part = (): Uint8Array => {
    let length = 0;
    for (let worth = 1; ; worth *= 0x80) {
      const byte = bytes[at] ?? 0;
      at += 1;
      length += (byte & 0x7f) * worth;
      if (byte < 0x80) break;
    }
    const found = bytes.subarray(at, at + length);
    at += length;
    return found;
  };
  while (at < bytes.length) yield { term: part(), postings: part() };
}

/** @returns where the next byte goes */
function putVarint(bytes: Uint8Array, start: number, value: number): number {
  let at = start;
  let rest = value;
  while (rest >= 0x80) {
    bytes[at] = (rest & 0x7f) | 0x80;
    rest = Math.floor(rest / 0x80);
    at += 1;
  }
  bytes[at] = rest;
  return at + 1;
}
