import type { QueryUnit } from './search-query.ts';
import { foldText } from './search-terms.ts';

/** A piece of a snippet; `hit`: it is what was searched. */
export interface SnippetPiece {
  readonly text: string;
  readonly hit: boolean;
}

/** What of a query is in a text. */
export interface TextMatch {
  /** Units that are there, by their places in the query. */
  readonly units: ReadonlySet<number>;
  /** UTF-16 units of the original text, in order. */
  readonly places: readonly MatchPlace[];
}

interface MatchPlace {
  readonly start: number;
  readonly end: number;
  readonly unit: number;
}

/** UTF-16 units shown of a text, and of these before the first hit. */
const WIDTH = 180;
const LEAD = 50;
/** Of one unit; a word may be in a text ten thousand times. */
const MOST_PLACES = 200;

/** Where the units of a query stand in a text. */
export function matchText(text: string, units: readonly QueryUnit[]): TextMatch {
  const { folded, offsets } = foldWithOffsets(text);
  const found = new Set<number>();
  const places: MatchPlace[] = [];
  for (const [unit, { pattern }] of units.entries()) {
    let count = 0;
    for (const match of folded.matchAll(new RegExp(pattern, 'gu'))) {
      found.add(unit);
      const end = match.index + match[0].length;
      places.push({ start: offsets(match.index), end: offsets(end), unit });
      count += 1;
      if (count >= MOST_PLACES) break;
    }
  }
  return { units: found, places: places.sort((a, b) => a.start - b.start || b.end - a.end) };
}

/** The stretch of a text that shows most of what was searched, as one line. */
export function snippetOf(
  text: string,
  { places }: TextMatch,
  units: readonly QueryUnit[],
): readonly SnippetPiece[] {
  const from = bestStart(places, units);
  const start = wholeCharacter(text, from);
  const end = wholeCharacter(text, Math.min(text.length, start + WIDTH));
  const pieces: SnippetPiece[] = [{ text: start > 0 ? '…' : '', hit: false }];
  let at = start;
  for (const place of places) {
    if (place.start < at || place.end > end) continue;
    pieces.push({ text: text.slice(at, place.start), hit: false });
    pieces.push({ text: text.slice(place.start, place.end), hit: true });
    at = place.end;
  }
  pieces.push({ text: text.slice(at, end), hit: false });
  pieces.push({ text: end < text.length ? '…' : '', hit: false });
  return pieces
    .map((piece) => ({ ...piece, text: piece.text.replace(/\s+/g, ' ') }))
    .filter((piece) => piece.text !== '');
}

function bestStart(places: readonly MatchPlace[], units: readonly QueryUnit[]): number {
  let best = 0;
  let most = -1;
  for (const [index, { start }] of places.entries()) {
    const seen = new Set<number>();
    let worth = 0;
    for (const place of places.slice(index)) {
      if (place.end > start + WIDTH - LEAD) break;
      if (seen.has(place.unit)) continue;
      seen.add(place.unit);
      worth += units[place.unit]?.weight ?? 0;
    }
    if (worth <= most) continue;
    most = worth;
    best = start;
  }
  return Math.max(0, best - LEAD);
}

/** Not between the halves of a surrogate pair. */
const wholeCharacter = (text: string, at: number): number =>
  (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at + 1 : at;

interface FoldedText {
  readonly folded: string;
  /** Place in the original of a place in the folded text. */
  readonly offsets: (at: number) => number;
}

/**
 * What becomes one character: a letter with its marks, and Hangul that is written in parts (also of
 * the compatibility and half-width kinds), a syllable of which may be several letters.
 */
const CLUSTER = /.(?:\p{M}|[\uff9e\uff9f\u1160-\u11ff\u3131-\u318e\ud7b0-\ud7fb\uffa0-\uffdc])*/gsu;

/** Folding seldom changes lengths; where it does, places are known by what becomes one character. */
function foldWithOffsets(text: string): FoldedText {
  const whole = foldText(text);
  if (whole.length === text.length) return { folded: whole, offsets: (at) => at };
  const starts: number[] = [];
  let folded = '';
  for (const { 0: character, index } of text.matchAll(CLUSTER)) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit += 1) starts.push(index);
    folded += part;
  }
  /* The whole knows more of a letter: a sigma is another one at the end of a word. */
  if (folded.length === whole.length) folded = whole;
  return { folded, offsets: (at) => starts[at] ?? text.length };
}
