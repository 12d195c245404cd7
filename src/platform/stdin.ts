import { StringDecoder } from 'node:string_decoder';
import { firstJsonValue } from '../core/json-value.ts';
import { err, ok, type Result } from '../core/result.ts';

export type StdinError = 'empty' | 'incomplete' | 'invalid' | 'too_large';

/** A prompt may carry a pasted file; more than this is no hook payload. */
const LARGEST = 64 * 1024 * 1024;

/**
 * Reads one JSON value from a stream that its writer may never close: stops as soon as the value is
 * complete, and after `silence` milliseconds without a byte.
 */
export function readJsonValue(
  stream: NodeJS.ReadStream,
  silence: number,
): Promise<Result<unknown, StdinError>> {
  if (stream.isTTY) return Promise.resolve(err('empty'));
  return new Promise((resolve) => {
    const decoder = new StringDecoder('utf8');
    let text = '';
    const finish = (result: Result<unknown, StdinError>): void => {
      clearTimeout(timer);
      stream.removeAllListeners();
      stream.destroy();
      resolve(result);
    };
    const giveUp = (): void => finish(progress(text, true) ?? err('incomplete'));
    const timer = setTimeout(giveUp, silence);
    stream.on('data', (chunk: Buffer) => {
      timer.refresh();
      text += decoder.write(chunk);
      const result = mayBeComplete(text) ? progress(text, false) : tooLarge(text);
      if (result !== null) finish(result);
    });
    stream.on('end', giveUp);
    stream.on('error', giveUp);
  });
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
