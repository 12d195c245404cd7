import { livenessOf } from '../platform/process-identity.ts';
import type { OpenMark } from '../platform/session-marks.ts';

/** No turn takes so long. */
const LONGEST_TURN_MS = 24 * 3_600_000;

/**
 * Nothing will finish the turn any more: the process that ran it is gone. One that is not known,
 * cannot be judged from here or runs other turns too tells nothing, and age must.
 * @param exclusive one container at a time is here: whose process cannot be judged went with an earlier one
 */
export function isLeft(
  { process, at }: Pick<OpenMark, 'process' | 'at'>,
  now: number,
  exclusive: () => boolean,
): boolean {
  const liveness = process === null ? 'unknown' : livenessOf(process);
  if (liveness === 'dead') return true;
  if (liveness === 'unknown' && process !== null && exclusive()) return true;
  const isTelling = liveness === 'alive' && process?.kind !== 'server';
  return !isTelling && now - at > LONGEST_TURN_MS;
}
