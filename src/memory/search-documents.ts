import { type Segment, SegmentBuilder } from '../core/search-segment.ts';
import { indexedSecond } from '../store/search-columns.ts';
import type { SearchedTurn } from '../store/search-turns.ts';

/**
 * A segment of turns.
 * @param turns in the order of their changes
 * @param numberOf the index's number of a session by its spelled id; asked once for each
 */
export function segmentOf(
  turns: readonly SearchedTurn[],
  numberOf: (session: string) => number,
): Segment {
  const numbers = new Map<string, number>();
  const builder = new SegmentBuilder();
  for (const { revision, session, startedAt, request, answer } of turns) {
    const number = numbers.get(session) ?? numberOf(session);
    numbers.set(session, number);
    const second = indexedSecond(startedAt);
    builder.add({ revision, session: number, startedAt: second, request, answer });
  }
  return builder.build();
}
