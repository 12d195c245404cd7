import { type BudgetUnit, isPair, sizeIn } from './budget.ts';

/** How far a cut moves to keep a composed character whole, in code points. */
const LONGEST_CHARACTER = 32;

const LONE_SURROGATE = /\p{Cs}/gu;
/** Combining marks and variation selectors, emoji joiners, skin tones, flag tags: never begin a character. */
const CONTINUES = /^(?:\p{M}|\u200d|[\u{1f3fb}-\u{1f3ff}\u{e0020}-\u{e007f}])/u;
const ENDS_OPEN = /\u200d$/;
const FLAG_LETTER = /^\p{Regional_Indicator}/u;
const FLAG_LETTERS_AT_END = /\p{Regional_Indicator}*$/u;

/** The text as every UTF-8 reader takes it: lone surrogates become U+FFFD. */
export const wellFormed = (text: string): string => text.replace(LONE_SURROGATE, '\ufffd');

/**
 * Keeps the head: at most `max` units with the marker, which stands at the end. Whole texts pass
 * without it; where `max` has no room for the marker, it is left out.
 */
export function clipEnd(text: string, max: number, unit: BudgetUnit, marker: string): string {
  if (fits(text, max, unit)) return wellFormed(text);
  const markerSize = sizeIn(unit, marker);
  if (markerSize > max) return head(text, max, unit);
  return head(text, max - markerSize, unit) + marker;
}

/** Keeps the tail behind the marker; otherwise as {@link clipEnd}. */
export function clipStart(text: string, max: number, unit: BudgetUnit, marker: string): string {
  if (fits(text, max, unit)) return wellFormed(text);
  const markerSize = sizeIn(unit, marker);
  if (markerSize > max) return tail(text, max, unit);
  return marker + tail(text, max - markerSize, unit);
}

/** Keeps head and tail in equal parts, with the marker between them; otherwise as {@link clipEnd}. */
export function clipMiddle(text: string, max: number, unit: BudgetUnit, marker: string): string {
  if (fits(text, max, unit)) return wellFormed(text);
  const room = max - sizeIn(unit, marker);
  if (room < 0) return head(text, max, unit);
  const kept = head(text, Math.ceil(room / 2), unit);
  return kept + marker + tail(text, room - sizeIn(unit, kept), unit);
}

/** The length is tested first: it is a lower bound in both units and costs nothing. */
const fits = (text: string, max: number, unit: BudgetUnit): boolean =>
  text.length <= max && sizeIn(unit, text) <= max;

function head(text: string, max: number, unit: BudgetUnit): string {
  let end = 0;
  let used = 0;
  for (const character of text) {
    used += sizeIn(unit, character);
    if (used > max) break;
    end += character.length;
  }
  return wellFormed(
    text.slice(
      0,
      boundary(text, end, (at) => at - widthBefore(text, at)),
    ),
  );
}

function tail(text: string, max: number, unit: BudgetUnit): string {
  let start = text.length;
  let used = 0;
  while (start > 0) {
    const next = start - widthBefore(text, start);
    used += sizeIn(unit, text.slice(next, start));
    if (used > max) break;
    start = next;
  }
  return wellFormed(text.slice(boundary(text, start, (at) => at + widthAfter(text, at))));
}

/** The nearest place that splits no composed character; `from` itself where none is near. */
function boundary(text: string, from: number, step: (at: number) => number): number {
  let at = from;
  for (let steps = 0; steps < LONGEST_CHARACTER; steps += 1) {
    if (at <= 0 || at >= text.length || !splits(text, at)) return at;
    at = step(at);
  }
  return from;
}

function splits(text: string, at: number): boolean {
  const after = text.slice(at, at + 2);
  const before = text.slice(Math.max(0, at - 4 * LONGEST_CHARACTER), at);
  if (CONTINUES.test(after) || ENDS_OPEN.test(before)) return true;
  if (before.endsWith('\r') && after.startsWith('\n')) return true;
  // Two letters make a flag: a cut after an odd number of them splits one.
  return FLAG_LETTER.test(after) && flagLettersAtEnd(before) % 2 === 1;
}

const flagLettersAtEnd = (text: string): number =>
  (text.length - text.replace(FLAG_LETTERS_AT_END, '').length) / 2;

/** UTF-16 units of the code point that ends at `at`. */
const widthBefore = (text: string, at: number): number => (isPair(text, at - 2) ? 2 : 1);

/** UTF-16 units of the code point that begins at `at`. */
const widthAfter = (text: string, at: number): number => (isPair(text, at) ? 2 : 1);
