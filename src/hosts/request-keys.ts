import { BoundedMap } from './bounded-map.ts';
import type { Pairs } from './reader-state.ts';

/** So much of a hash tells requests of one session apart, and keeps a cursor small. */
const REMEMBERED = 16;

/** Names requests that the host does not name: by what they say, and which of equal ones they are. */
export class RequestKeys {
  readonly #counts: BoundedMap<number>;
  readonly #hash: (text: string) => string;

  /**
   * @param counts hash, shortened, and count of those that were named before
   * @param most so many are remembered
   */
  constructor(counts: Pairs<number>, most: number, hash: (text: string) => string) {
    this.#counts = new BoundedMap(counts, most);
    this.#hash = hash;
  }

  keyOf(text: string): string {
    const hash = this.#hash(text);
    const known = hash.slice(0, REMEMBERED);
    const count = (this.#counts.get(known) ?? 0) + 1;
    this.#counts.set(known, count);
    return `h:${hash}:${count}`;
  }

  counts(): Pairs<number> {
    return this.#counts.entries();
  }
}
