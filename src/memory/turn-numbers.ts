import { type NumberedAnswer, numberGroups } from '../core/generations.ts';
import type { TranscriptReading } from '../core/reading.ts';
import type { SettledTurn } from '../core/settlement.ts';
import type { SqlConnection } from '../store/connection.ts';
import { type StoredNumber, storedNumbers } from '../store/turn-numbers.ts';

/**
 * The turns with the numbers they have, or get, among the stored turns of their session. Where a host
 * only writes its file on, positions in it are the numbers already.
 */
export function numberTurns(
  db: SqlConnection,
  session: string,
  reading: TranscriptReading,
  settled: readonly SettledTurn[],
): readonly SettledTurn[] {
  if (reading.history === undefined || settled.length === 0) return settled;
  const stored = storedNumbers(db, session);
  const own = new Map(stored.map(({ key, number }) => [key, number]));
  const inView = numbersInView(reading, settled, stored);
  let last = stored.reduce((newest, { number }) => Math.max(newest, number), -1);
  return settled.map((entry, index) => {
    /* What the view no longer holds stands behind the turn before it. */
    const number = inView[index] ?? own.get(entry.turn.key) ?? last + 1;
    last = Math.max(last, number);
    return { ...entry, turn: { ...entry.turn, number } };
  });
}

/** Null for a turn that the host's current view does not hold. */
function numbersInView(
  reading: TranscriptReading,
  settled: readonly SettledTurn[],
  stored: readonly StoredNumber[],
): readonly (number | null)[] {
  const history = reading.history?.() ?? null;
  if (history === null) return settled.map(() => null);
  const groups = settled.map(({ turn }) => history.groupOf[reading.turns.indexOf(turn)] ?? -1);
  const final = new Set(stored.filter(isFinal).map(({ key }) => key));
  const gone = settled.some(
    ({ turn, state }, index) =>
      state === 'complete' && groups[index] === -1 && !final.has(turn.key),
  );
  const numbers = numberGroups(stored.flatMap(asAnswer), history.groups, gone);
  return groups.map((group) => numbers[group] ?? null);
}

/** Another answer was cut short, or only reported, perhaps clipped: the file need not hold it so. */
const isFinal = ({ state }: StoredNumber): boolean => state === 'complete';

const asAnswer = (stored: StoredNumber): NumberedAnswer[] =>
  stored.answerHash === null
    ? []
    : [{ number: stored.number, hash: stored.answerHash, final: isFinal(stored) }];
