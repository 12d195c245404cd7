import { contentKey } from '../core/turn-key.ts';
import { BoundedMap } from './bounded-map.ts';
import type { Pairs } from './reader-state.ts';

/** So much of a hash tells requests of one session apart, and keeps a cursor small. */
const REMEMBERED = 16;

/** Names requests that the host does not name: by what they say, and which of equal ones they are. */
export class RequestKeys {
  readonly #before: Pairs<number>;
  readonly #most: number;
  readonly #counts: BoundedMap<number>;
  /** What was named since, so that a place in a long file is remembered at no cost. */
  readonly #named: string[] = [];
  readonly #hash: (text: string) => string;

  /**
   * @param counts hash, shortened, and count of those that were named before
   * @param most so many are remembered
   */
  constructor(counts: Pairs<number>, most: number, hash: (text: string) => string) {
    this.#before = counts;
    this.#most = most;
    this.#counts = new BoundedMap(counts, most);
    this.#hash = hash;
  }

  keyOf(text: string): string {
    const hash = this.#hash(text);
    const known = hash.slice(0, REMEMBERED);
    this.#named.push(known);
    return contentKey(hash, countOne(this.#counts, known));
  }

  counts(): Pairs<number> {
    return this.#counts.entries();
  }

  /** The counts as they are now, to be had later: they are made when asked for. */
  snapshot(): () => Pairs<number> {
    const length = this.#named.length;
    return () => {
      if (length === this.#named.length) return this.counts();
      const counts = new BoundedMap(this.#before, this.#most);
      for (const known of this.#named.slice(0, length)) countOne(counts, known);
      return counts.entries();
    };
  }
}

function countOne(counts: BoundedMap<number>, known: string): number {
  const count = (counts.get(known) ?? 0) + 1;
  counts.set(known, count);
  return count;
}
