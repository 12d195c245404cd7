import { JsonScanner } from '../core/json-value.ts';
import { err, ok, type Result } from '../core/result.ts';

export type StdinError = 'empty' | 'incomplete' | 'invalid' | 'too_large';

/** A prompt may carry a pasted file; more than this is no hook payload. */
const LARGEST = 64 * 1024 * 1024;

/** The first JSON object or array of a text that comes in pieces. */
export class PartialJson {
  readonly #scanner = new JsonScanner();
  readonly #pieces: Buffer[] = [];
  #bytes = 0;

  /**
   * @param piece is copied
   * @returns null while the value is not complete
   */
  add(piece: Buffer): Result<unknown, StdinError> | null {
    const end = this.#scanner.scan(piece);
    if (end === 'invalid') return err('invalid');
    this.#bytes += piece.length;
    if (this.#bytes > LARGEST) return err('too_large');
    const complete = end !== 'incomplete';
    if (complete || this.#scanner.begun) {
      this.#pieces.push(Buffer.from(complete ? piece.subarray(0, end) : piece));
    }
    return complete ? parsed(Buffer.concat(this.#pieces)) : null;
  }

  /** Nothing more comes. */
  end(): Result<never, StdinError> {
    return err(this.#scanner.begun ? 'incomplete' : 'empty');
  }
}

function parsed(value: Buffer): Result<unknown, StdinError> {
  try {
    return ok(JSON.parse(value.toString('utf8').replace(/^[\uFEFF\s]+/, '')));
  } catch {
    return err('invalid'); /* SyntaxError: the brackets match, what is between them does not */
  }
}
