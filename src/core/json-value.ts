const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];
/** White space and the bytes of a byte order mark, of which Windows puts one or two before the value. */
const BEFORE: readonly number[] = [0x09, 0x0a, 0x0d, 0x20, 0xef, 0xbb, 0xbf];
/** Payloads are a few levels deep; what is nested without end would keep the parser busy for seconds. */
const DEEPEST = 1000;

/** Position behind the value's last byte, or why there is none. */
export type JsonEnd = number | 'incomplete' | 'invalid';

/**
 * Finds the end of the JSON object or array that UTF-8 text begins with. Hosts do not always close
 * the pipe, so the end of input cannot be relied on. The text may come in pieces; each byte is looked
 * at once, however many pieces there are.
 */
export class JsonScanner {
  #depth = 0;
  #inString = false;
  #escaped = false;

  /** Something else than white space has come. */
  get begun(): boolean {
    return this.#depth > 0;
  }

  /** @param piece what follows the pieces before; not to be called again after an end was found */
  scan(piece: Uint8Array): JsonEnd {
    let at = this.begun ? 0 : piece.findIndex((byte) => !BEFORE.includes(byte));
    if (at < 0) return 'incomplete';
    if (!this.begun && !OPENING.includes(piece[at] ?? 0)) return 'invalid';
    for (; at < piece.length; at += 1) {
      this.#take(piece[at] ?? 0);
      if (this.#depth === 0) return at + 1;
      if (this.#depth > DEEPEST) return 'invalid';
    }
    return 'incomplete';
  }

  /** Brackets in strings do not count. */
  #take(byte: number): void {
    if (this.#inString) this.#takeInString(byte);
    else if (byte === QUOTE) this.#inString = true;
    else if (OPENING.includes(byte)) this.#depth += 1;
    else if (CLOSING.includes(byte)) this.#depth -= 1;
  }

  #takeInString(byte: number): void {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === QUOTE) this.#inString = false;
  }
}
