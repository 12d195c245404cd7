import { wellFormed } from '../clip.ts';

/**
 * Tags a model may take for authority: our own, and the one Claude Code wraps a hook's words in.
 * Blanks and invisible characters before the name do not disguise one.
 */
const TAG_OF_AUTHORITY = /<(?=[\s\p{Cf}]*(?:\/[\s\p{Cf}]*)?(?:throughline-|system-reminder))/giu;
/** A line that looks like the head of a turn, as `turnHead` writes it. */
const FAKE_TURN_HEAD =
  /^([^\S\r\n\u2028\u2029]*)\[(?=#\d[^\]\n]{0,80}\][^\S\n]{0,8}(?:user|assistant)\b)/gim;

const BLANK_LINES_BEFORE = /^(?:[^\S\n]*\n)+/;

/**
 * Stored text as it may stand inside the block: it can neither open nor close one of our tags, nor
 * begin a turn. The sign that is changed stays visible (`<` as `\u2039`, `[` as `\uff3b`).
 * @param reach nothing beyond so many UTF-16 units from either end will be shown, so the middle of a
 *   longer text is not worth reading; the result is then still longer than `reach`
 */
export function asData(text: string, reach: number): string {
  const trimmed = text.trimEnd().replace(BLANK_LINES_BEFORE, '');
  const near =
    trimmed.length > 2 * reach
      ? trimmed.slice(0, reach) + trimmed.slice(trimmed.length - reach)
      : trimmed;
  return wellFormed(near).replace(TAG_OF_AUTHORITY, '\u2039').replace(FAKE_TURN_HEAD, '$1\uff3b');
}
