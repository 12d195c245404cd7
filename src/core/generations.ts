/**
 * Numbers of turns where a host writes its file anew in mid-conversation (compaction, rewind), so
 * that positions in it begin again: generation times this, plus the position in the file.
 * @internal exported for its test
 */
export const GENERATION_SPAN = 1_000_000;

/** A stored turn's answer. `hash` is of the whole text, before anything was masked or cut. */
export interface NumberedAnswer {
  readonly number: number;
  readonly hash: string;
  /** It was read in the transcript. Another (cut short, or reported only) need not be in the file. */
  readonly final: boolean;
}

/** A request and what was answered, as the file holds them now: the agent's texts, oldest first. */
export interface HistoryGroup {
  readonly fragments: readonly HistoryFragment[];
}

interface HistoryFragment {
  /** Position among the text rows of the file. */
  readonly position: number;
  readonly hash: string;
}

/**
 * Which number each group has, or gets. A stored text is recognised by its position and its hash; the
 * file was written anew when a stored text of the newest generation no longer stands at its position,
 * and what is not stored yet then opens the next generation.
 * @param groups in file order, each with at least one fragment
 * @param gone a finished turn that was never numbered is no longer in the file
 * @returns one a group: the stored turn's own number, or a new one
 */
export function numberGroups(
  stored: readonly NumberedAnswer[],
  groups: readonly HistoryGroup[],
  gone = false,
): readonly number[] {
  const used = new Set(stored.map(({ number }) => generationOf(number)));
  const generations = [...used].sort((a, b) => b - a);
  const current = generations[0] ?? 0;
  const present = new Set(groups.flatMap(({ fragments }) => fragments.map(placeOf)));
  const rewritten = gone || stored.some((answer) => isMissing(answer, current, present));
  const writing = rewritten ? current + 1 : current;
  const known = new Set(stored.map(({ number, hash }) => `${number}:${hash}`));
  return groups.map(
    (group) => storedNumber(group, generations, known) ?? newNumber(group, writing),
  );
}

const generationOf = (number: number): number => Math.floor(number / GENERATION_SPAN);

const placeOf = ({ position, hash }: HistoryFragment): string => `${position}:${hash}`;

function isMissing(
  { number, hash, final }: NumberedAnswer,
  current: number,
  present: ReadonlySet<string>,
): boolean {
  const position = number - current * GENERATION_SPAN;
  return final && position >= 0 && !present.has(placeOf({ position, hash }));
}

/** The newest generation first, and in it the newest text: the later row of a turn that was split. */
function storedNumber(
  { fragments }: HistoryGroup,
  generations: readonly number[],
  known: ReadonlySet<string>,
): number | null {
  for (const generation of generations) {
    const found = fragments.findLast(({ position, hash }) =>
      known.has(`${generation * GENERATION_SPAN + position}:${hash}`),
    );
    if (found !== undefined) return generation * GENERATION_SPAN + found.position;
  }
  return null;
}

const newNumber = ({ fragments }: HistoryGroup, generation: number): number =>
  generation * GENERATION_SPAN + (fragments.at(-1)?.position ?? 0);
