import { clipEnd } from '../clip.ts';
import { visible } from '../visible.ts';
import { asData } from './fence.ts';

const BLANK = /[\s\p{Cc}]+/gu;
/** Signs that end a quotation of ours or make a text look like a command of ours. */
const QUOTE_SIGNS = /[\u201c\u201d\u300c\u300d`]/g;
/** A text may be megabytes, and may begin with blank lines. */
const SAMPLE_LENGTH = 4000;

/** A text as one line, in which a person sees what a model reads, in the order in which it reads it. */
export const oneLine = (text: string): string => visible(text).replace(BLANK, ' ').trim();

/**
 * The beginning of a stored text as one line that can stand between our quotation marks: it can
 * neither end the quotation nor open or close a block, and hides nothing.
 * @param max longest, in UTF-16 units, with the sign for what was left out
 */
export function quotable(text: string, max: number): string {
  const sample = clipEnd(text, SAMPLE_LENGTH, 'characters', '');
  const line = oneLine(sample).replace(QUOTE_SIGNS, "'");
  return clipEnd(asData(line, line.length), max, 'characters', '\u2026');
}
