import { readSync } from 'node:fs';
import { errorCode } from './error-code.ts';
import { pause } from './pause.ts';

const PIECE = 1024 * 1024;
const LINE_END = 0x0a;

/** A line of a file without its end; `text` is null where the line is longer than was asked for. */
export interface TextLine {
  /** From 1 on. */
  readonly number: number;
  readonly text: string | null;
}

/**
 * The lines of UTF-8 text, piece by piece, from where the file stands. Of a line that is too long no
 * more than one piece is held.
 * @param longest bytes
 */
export function* textLines(fd: number, longest: number): Generator<TextLine> {
  const open = new OpenLine(longest);
  let number = 1;
  for (let piece = readPiece(fd); piece.length > 0; piece = readPiece(fd)) {
    let from = 0;
    for (let end = piece.indexOf(LINE_END); end >= 0; end = piece.indexOf(LINE_END, from)) {
      yield { number, text: open.endWith(piece.subarray(from, end)) };
      from = end + 1;
      number += 1;
    }
    open.add(piece.subarray(from));
  }
  if (!open.isEmpty) yield { number, text: open.endWith(Buffer.alloc(0)) };
}

/** A pipe may have nothing to read yet. */
function readPiece(fd: number): Buffer {
  const piece = Buffer.allocUnsafe(PIECE);
  for (;;) {
    try {
      return piece.subarray(0, readSync(fd, piece, 0, PIECE, null));
    } catch (error) {
      if (errorCode(error) === 'EOF') return Buffer.alloc(0); // Windows: the other end was closed
      if (errorCode(error) !== 'EAGAIN') throw error;
      pause(1);
    }
  }
}

class OpenLine {
  readonly #longest: number;
  #parts: Buffer[] = [];
  #bytes = 0;

  constructor(longest: number) {
    this.#longest = longest;
  }

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes > this.#longest) this.#parts = [];
    else if (part.length > 0) this.#parts.push(part);
  }

  endWith(part: Buffer): string | null {
    this.add(part);
    const text = this.#bytes > this.#longest ? null : Buffer.concat(this.#parts).toString('utf8');
    this.#parts = [];
    this.#bytes = 0;
    return text;
  }
}
