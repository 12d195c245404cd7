/** Above this many cells a table of common lines costs more than its exactness is worth. */
const MAX_CELLS = 1_000_000;
const CONTEXT = 2;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/**
 * What changes between two texts, in the look of a unified diff with two lines of context and no
 * line numbers. Empty when they are equal.
 */
export function lineDiff(before: string, after: string): string {
  if (before === after) return '';
  const lines = compare(linesOf(before), linesOf(after));
  const near = (index: number): boolean =>
    lines.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some(({ mark }) => mark !== ' ');
  return lines
    .flatMap(({ mark, text }, index) => (near(index) ? [`${mark}${text}`] : []))
    .join('\n');
}

const linesOf = (text: string): readonly string[] => (text === '' ? [] : text.split(/\r?\n/));

function compare(before: readonly string[], after: readonly string[]): readonly Line[] {
  const limit = Math.min(before.length, after.length);
  let head = 0;
  while (head < limit && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < limit - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const marked = (mark: Line['mark'], texts: readonly string[]): Line[] =>
    texts.map((text) => ({ mark, text }));
  const removed = before.slice(head, before.length - tail);
  const added = after.slice(head, after.length - tail);
  const middle =
    removed.length * added.length > MAX_CELLS
      ? [...marked('-', removed), ...marked('+', added)]
      : weave(removed, added);
  return [
    ...marked(' ', before.slice(0, head)),
    ...middle,
    ...marked(' ', before.slice(before.length - tail)),
  ];
}

/** The classic longest common subsequence, walked from the front. */
function weave(before: readonly string[], after: readonly string[]): readonly Line[] {
  const common = commonLengths(before, after);
  const markAt = (i: number, j: number): Line['mark'] => {
    if (i === before.length) return '+';
    if (j < after.length && before[i] === after[j]) return ' ';
    return j === after.length || common(i + 1, j) >= common(i, j + 1) ? '-' : '+';
  };
  const lines: Line[] = [];
  for (let i = 0, j = 0; i < before.length || j < after.length; ) {
    const mark = markAt(i, j);
    lines.push({ mark, text: (mark === '+' ? after[j] : before[i]) ?? '' });
    if (mark !== '+') i += 1;
    if (mark !== '-') j += 1;
  }
  return lines;
}

/** How many lines two texts have in common, in order, from `(i, j)` to their ends. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): (i: number, j: number) => number {
  const width = after.length + 1;
  const cells = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => cells[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      cells[i * width + j] =
        before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  return at;
}
