import { isListOf, isString } from '../core/value-shape.ts';

/** A cursor remembers so many tool calls without a result. */
export const MOST_TOOLS = 200;
/** And so many requests without a name: an equal one after these would be taken for the first. */
export const MOST_COUNTS = 4000;

/** An id or a hash, and what belongs to it. */
export type Pairs<T> = readonly (readonly [string, T])[];

export const arePairs = <T>(
  value: unknown,
  isSecond: (second: unknown) => second is T,
): value is Pairs<T> =>
  isListOf(
    value,
    (pair): pair is readonly [string, T] =>
      Array.isArray(pair) && isString(pair[0]) && isSecond(pair[1]),
  );
