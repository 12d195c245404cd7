import type { OriginalTurn } from '../store/original.ts';

/** What is written under one lock: hooks wait for it, half a second at most. */
const MOST_TURNS = 500;
const MOST_CHARACTERS = 4_000_000;

/** At least one turn a slice, and no more than fit. */
export function* slicesOf(turns: Iterable<OriginalTurn>): Generator<readonly OriginalTurn[]> {
  let slice: OriginalTurn[] = [];
  let characters = 0;
  for (const turn of turns) {
    slice.push(turn);
    characters += sizeOf(turn);
    if (slice.length < MOST_TURNS && characters < MOST_CHARACTERS) continue;
    yield slice;
    slice = [];
    characters = 0;
  }
  if (slice.length > 0) yield slice;
}

const sizeOf = ({ request, answer, details }: OriginalTurn): number =>
  details.reduce(
    (sum, { input, output }) => sum + (input?.length ?? 0) + (output?.length ?? 0),
    (request?.length ?? 0) + (answer?.length ?? 0),
  );
