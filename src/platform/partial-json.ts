import { StringDecoder } from 'node:string_decoder';
import { firstJsonValue } from '../core/json-value.ts';
import { err, ok, type Result } from '../core/result.ts';

export type StdinError = 'empty' | 'incomplete' | 'invalid' | 'too_large';

/** A prompt may carry a pasted file; more than this is no hook payload. */
const LARGEST = 64 * 1024 * 1024;

/** The first JSON value of a text that comes in pieces. */
export class PartialJson {
  readonly #decoder = new StringDecoder('utf8');
  #text = '';

  /** @returns null while the value is not complete */
  add(chunk: Buffer): Result<unknown, StdinError> | null {
    this.#text += this.#decoder.write(chunk);
    return mayBeComplete(this.#text) ? progress(this.#text, false) : tooLarge(this.#text);
  }

  /** Nothing more comes. */
  end(): Result<unknown, StdinError> {
    return progress(this.#text, true) ?? err('incomplete');
  }
}

/** A value ends with a bracket; without this check a prompt in many chunks is scanned as often. */
const mayBeComplete = (text: string): boolean => /[}\]]\s*$/.test(text.slice(-8));

const tooLarge = (text: string): Result<never, StdinError> | null =>
  text.length > LARGEST ? err('too_large') : null;

function progress(text: string, ended: boolean): Result<unknown, StdinError> | null {
  const found = firstJsonValue(text);
  if (found.kind === 'value') return ok(found.value);
  if (found.kind === 'invalid') return err('invalid');
  if (!ended) return tooLarge(text);
  return err(/^[\uFEFF\s]*$/.test(text) ? 'empty' : 'incomplete');
}
