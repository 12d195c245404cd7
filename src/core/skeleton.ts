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
  for (const line of wordsOf(linesOutsideCode(text))) return line;
  return oneLine(text.slice(0, SAMPLE_LENGTH));
}

/** Reads no further than to the first news: an answer is mostly longer than its line. */
function firstNews(text: string): string {
  let first: string | null = null;
  for (const line of wordsOf(proseOf(text))) {
    for (const sentence of line.split(SENTENCE_END)) {
      if (isNews(sentence)) return sentence;
      first ??= sentence;
    }
  }
  return first ?? firstLine(text);
}

function* proseOf(text: string): Generator<string, undefined, undefined> {
  for (const line of linesOutsideCode(text)) if (!HEADING.test(line)) yield line;
}

const isNews = (sentence: string): boolean =>
  sentence.length + (sentence.match(WIDE)?.length ?? 0) >= NEWS_WIDTH &&
  !ANNOUNCES_A_LIST.test(sentence);

/** Lines with words in them, without Markdown's signs and what the host puts in an image's place. */
function* wordsOf(lines: Iterable<string>): Generator<string, undefined, undefined> {
  for (const line of lines) {
    const words = oneLine(line.replace(PLACEHOLDER, '').replace(LEAD, '').replaceAll('**', ''));
    if (HAS_WORDS.test(words) && !ONLY_TAGS.test(words)) yield words;
  }
}

function* linesOutsideCode(text: string): Generator<string, undefined, undefined> {
  let inCode = false;
  for (const line of text.slice(0, SAMPLE_LENGTH).split(LINE_END)) {
    const fence = FENCE.test(line);
    if (fence) inCode = !inCode;
    if (!fence && !inCode) yield line;
  }
}

const oneLine = (text: string): string => text.replace(BLANK, ' ').trim();
