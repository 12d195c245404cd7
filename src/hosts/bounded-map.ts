/** A map that forgets its oldest entries, so that a cursor stays small. */
export class BoundedMap<T> {
  readonly #values: Map<string, T>;
  readonly #most: number;

  constructor(entries: readonly (readonly [string, T])[], most: number) {
    this.#values = new Map(entries);
    this.#most = most;
  }

  get(key: string): T | undefined {
    return this.#values.get(key);
  }

  set(key: string, value: T): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    for (const oldest of this.#values.keys()) {
      if (this.#values.size <= this.#most) return;
      this.#values.delete(oldest);
    }
  }

  /** The value, which is forgotten. */
  take(key: string): T | undefined {
    const value = this.#values.get(key);
    this.#values.delete(key);
    return value;
  }

  entries(): (readonly [string, T])[] {
    return [...this.#values];
  }
}
