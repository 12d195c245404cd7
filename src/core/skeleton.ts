import { clipEnd } from './clip.ts';

/** Longest skeleton, in UTF-16 units. */
export const LONGEST_SKELETON = 160;
/** A request leaves the larger part of the line to what came of it. */
const LONGEST_REQUEST = 72;
/** Below this width a sentence is a courtesy ("Sure!", "Done.") rather than news; wide characters count twice. */
const NEWS_WIDTH = 16;
/** A skeleton is made of a text's beginning; the rest may be megabytes. */
const SAMPLE_LENGTH = 20_000;

const ARROW = '\u2192 ';
const LINE_END = /\r\n?|[\n\u2028\u2029]/;
const FENCE = /^\s*(?:```|~~~)/;
const HEADING = /^\s*(?:#{1,6}\s|\*\*[^*]+\*\*:?\s*$)/;
/** What Markdown puts before a line's words: headings, quotes, list items, check boxes. */
const LEAD = /^(?:\s|#{1,6}\s|>|[-*+]\s|\d{1,3}[.)]\s|\[[ xX]\]\s)+/;
const PLACEHOLDER = /\[Image #\d+\]/g;
const ONLY_TAGS = /^(?:<[^<>]*>\s*)+$/;
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[\u3002\uff01\uff1f])/;
const ANNOUNCES_A_LIST = /[:\uff1a]$/;
const BLANK = /[\s\p{Cc}]+/gu;
const HAS_WORDS = /[\p{L}\p{N}]/u;
const WIDE = /[\p{sc=Han}\p{scx=Hira}\p{scx=Kana}\p{sc=Hangul}]/gu;

/**
 * One line for a turn, taken from its own words: the request's first meaningful line, an arrow, the
 * answer's first meaningful sentence.
 * @returns at most 160 UTF-16 units without line breaks; empty when neither text holds a word
 */
export function skeletonOf(turn: {
  readonly request: string;
  readonly answer: string | null;
}): string {
  const request = firstLine(turn.request);
  const answer = firstNews(turn.answer ?? '');
  if (answer === '') return short(request, LONGEST_SKELETON);
  const start = request === '' ? ARROW : `${short(request, LONGEST_REQUEST)} ${ARROW}`;
  return start + short(answer, LONGEST_SKELETON - start.length);
}

const short = (text: string, max: number): string => clipEnd(text, max, 'characters', '\u2026');

function firstLine(text: string): string {
  const [line] = wordsOf(linesOutsideCode(text));
  return line ?? oneLine(text.slice(0, SAMPLE_LENGTH));
}

function firstNews(text: string): string {
  const lines = linesOutsideCode(text);
  const prose = wordsOf(lines.filter((line) => !HEADING.test(line)));
  const sentences = prose.flatMap((line) => line.split(SENTENCE_END));
  return sentences.find(isNews) ?? sentences[0] ?? firstLine(text);
}

const isNews = (sentence: string): boolean =>
  sentence.length + (sentence.match(WIDE)?.length ?? 0) >= NEWS_WIDTH &&
  !ANNOUNCES_A_LIST.test(sentence);

/** Lines with words in them, without Markdown's signs and the host's placeholders. */
const wordsOf = (lines: readonly string[]): string[] =>
  lines
    .map((line) => oneLine(line.replace(PLACEHOLDER, '').replace(LEAD, '').replaceAll('**', '')))
    .filter((line) => HAS_WORDS.test(line) && !ONLY_TAGS.test(line));

function linesOutsideCode(text: string): string[] {
  let inCode = false;
  return text
    .slice(0, SAMPLE_LENGTH)
    .split(LINE_END)
    .filter((line) => {
      const fence = FENCE.test(line);
      if (fence) inCode = !inCode;
      return !fence && !inCode;
    });
}

const oneLine = (text: string): string => text.replace(BLANK, ' ').trim();
