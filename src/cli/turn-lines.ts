import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { injectionText } from '../core/render/injection-text.ts';
import type { DetailCount } from '../core/render/memory-turn.ts';
import { detailLabels } from '../core/render/turn-text.ts';
import type { StoredTurn } from '../store/turns.ts';
import { isoTime } from './iso-time.ts';
import type { Words } from './words.ts';

/** A stored turn as `--json` shows it; times ISO 8601 UTC. */
export const turnObject = (turn: StoredTurn, details: number) => ({
  id: turn.id,
  session: turn.session,
  startedAt: isoTime(turn.startedAt),
  endedAt: isoTime(turn.endedAt),
  state: turn.state,
  request: turn.request,
  answer: turn.answer,
  details,
});

export const detailTotal = (counts: readonly DetailCount[]): number =>
  counts.reduce((sum, { count }) => sum + count, 0);

/**
 * A stored turn for people: head line, request, answer.
 * @param summary shown where it is all that is left of the turn
 */
export function turnLines(
  turn: StoredTurn,
  counts: readonly DetailCount[],
  summary: string,
  { listing }: Words,
): readonly string[] {
  const at = localMinute(new Date(turn.startedAt));
  const used = detailLabels(counts, injectionText('en'));
  const head = `#${turn.id} ${at}${listing.states[turn.state]}${used.length > 0 ? `  [${used.join(', ')}]` : ''}`;
  const onlySummary = turn.request === '' && turn.answer === null && summary !== '';
  if (onlySummary) return [head, `summary: ${printable(summary)}`, ''];
  return [
    head,
    `user: ${printable(turn.request)}`,
    turn.answer === null
      ? `assistant: ${listing.noAnswer}`
      : `assistant: ${printable(turn.answer)}`,
    '',
  ];
}
