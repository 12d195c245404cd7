import type { HandoffRecord } from '../core/auto-handoff.ts';
import type { Interrupted } from '../core/render/in-flight.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findTurn, turnsUntil } from '../store/turns.ts';

/**
 * The turn that was stopped half-way when a conversation was handed over, as its successor may be told
 * of it.
 * @param predecessor spelled id of that conversation, read to its end
 * @returns undefined when nothing is known of it, or the user has made us forget it since
 */
export function stoppedTurn(
  db: SqlConnection,
  predecessor: string,
  { inFlight, turn }: Pick<HandoffRecord, 'inFlight' | 'turn'>,
): Interrupted | undefined {
  if (inFlight === null) return undefined;
  if (turn !== null)
    return findTurn(db, turn)?.session === predecessor ? { inFlight, turn } : undefined;
  /* It could not be stored when it was stopped; reading its transcript since may have done so. */
  const [newest] = turnsUntil(db, predecessor, null, 1);
  const isIt = newest !== undefined && newest.startedAt === inFlight.request?.at;
  return { inFlight, turn: isIt ? newest.id : null };
}
