/** Scripts and symbols that a terminal draws two columns wide. */
const WIDE =
  /^(?:[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1f64f}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|.\ufe0f)/u;
const NO_WIDTH = /^[\p{M}\u200b-\u200f\ufeff]+$/u;
const MARKER = '…';

/** One line, cut to so many columns of a terminal, at least one; what is cut ends in `…`. Splits no character. */
export function clipToColumns(line: string, columns: number): string {
  let width = 0;
  let whole = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(line)) {
    width += columnsOf(segment);
    if (width > columns) return line.slice(0, whole) + MARKER;
    if (width < columns) whole = index + segment.length;
  }
  return line;
}

/** So many columns of a terminal that a line takes. */
export function columnsIn(line: string): number {
  let width = 0;
  for (const { segment } of new Intl.Segmenter().segment(line)) width += columnsOf(segment);
  return width;
}

/** Of one character as a reader sees it. */
function columnsOf(character: string): 0 | 1 | 2 {
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}
