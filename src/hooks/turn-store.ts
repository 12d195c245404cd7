import type { TurnEndEvent } from '../core/event.ts';
import type { TranscriptReading } from '../core/reading.ts';
import { type Settlement, settleTurnEnd } from '../core/settlement.ts';
import { isKnownAnswer } from '../memory/capture.ts';
import type { SqlConnection } from '../store/connection.ts';
import { captureSession } from './capture-session.ts';
import { sessionOf, settleMarks } from './session-record.ts';
import type { StoreAccess } from './store-access.ts';

/**
 * Stores the turn that ended, as far as the transcript tells it.
 * @param late there is no time to wait for the transcript
 * @returns false when the answer is not in the transcript yet and there is time to wait
 */
export function storeTurnOnce(
  access: StoreAccess,
  db: SqlConnection,
  event: TurnEndEvent,
  late: boolean,
): boolean {
  /* One transaction, because each waits four times for the disk. */
  const { session, captured } = db.transaction(() => {
    const known = sessionOf(access, db, event);
    const knownAnswer = isKnownAnswer(db, known, event.lastAnswer);
    const settle = (reading: TranscriptReading): Settlement | 'wait' =>
      reading.status === 'read'
        ? settleTurnEnd(reading, event, { knownAnswer, late })
        : missing(late);
    return { session: known, captured: captureSession(access, db, known, settle) };
  });
  if (captured === 'wait') return false;
  settleMarks(access, db, session, captured, event.at);
  return true;
}

/** Rows without a request: the file was removed in mid-turn and begun again. Nothing of it is a turn. */
const missing = (late: boolean): Settlement | 'wait' => (late ? { store: [], cover: 0 } : 'wait');
