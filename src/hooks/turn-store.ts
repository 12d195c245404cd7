import type { TurnEndEvent } from '../core/event.ts';
import type { TranscriptReading } from '../core/reading.ts';
import { spell } from '../core/session.ts';
import { type Settlement, settleTurnEnd } from '../core/settlement.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { type Captured, captureReport, isKnownAnswer } from '../memory/capture.ts';
import { captureBacklog, isLong } from '../memory/session-capture.ts';
import { isMarked } from '../platform/session-marks.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import { captureSession, meansOf } from './capture-session.ts';
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
  catchUp(access, db, event);
  /* One transaction, because each waits four times for the disk. */
  const { session, captured } = db.transaction(() => {
    const begun = isMarked(access.layout, event.session) || isKnown(db, event);
    const known = sessionOf(access, db, event);
    const told = isTellingAlone(event) ? report(access, db, known, event, begun) : null;
    return { session: known, captured: told ?? fromTranscript(access, db, known, event, late) };
  });
  if (captured === 'wait') return false;
  settleMarks(access, db, session, captured, event.at);
  return true;
}

/** A long transcript that was not read yet is stored in parts, before what the report is about. */
function catchUp(access: StoreAccess, db: SqlConnection, event: TurnEndEvent): void {
  const { transcriptPath: path, session: ref } = event;
  const means = meansOf(access, { ref });
  if (path === null || !isLong(db, path, means)) return;
  const session = sessionOf(access, db, event);
  settleMarks(access, db, session, captureBacklog(db, session, means), event.at);
}

const isKnown = (db: SqlConnection, { session }: TurnEndEvent): boolean =>
  findSession(db, spell(session)) !== null;

function fromTranscript(
  access: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  event: TurnEndEvent,
  late: boolean,
): Captured | 'wait' {
  const knownAnswer = isKnownAnswer(db, session, event.lastAnswer);
  const settle = (reading: TranscriptReading): Settlement | 'wait' =>
    reading.status === 'read'
      ? settleTurnEnd(reading, event, { knownAnswer, late })
      : missing(late);
  return captureSession(access, db, session, settle);
}

/** Rows without a request: the file was removed in mid-turn and begun again. Nothing of it is a turn. */
const missing = (late: boolean): Settlement | 'wait' => (late ? { store: [], cover: 0 } : 'wait');

/** There is no transcript, and the report names its turn and its answer. */
export function isTellingAlone(event: TurnEndEvent): boolean {
  const { lastAnswer, failed } = event;
  if (failed || lastAnswer === null || turnKey(event) === null) return false;
  return transcriptSize(event) === 0;
}

/** Bytes of the transcript where it is now; 0 where there is none. */
export const transcriptSize = ({ session, transcriptPath: path }: TurnEndEvent): number =>
  path === null ? 0 : transcriptHosts[session.host].sizeOf(path);

const turnKey = ({ session, promptId }: TurnEndEvent): string | null =>
  promptId === null ? null : transcriptHosts[session.host].turnKeyOf(promptId);

function report(
  { hash }: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  event: TurnEndEvent,
  begun: boolean,
): Captured | null {
  const key = turnKey(event);
  const { lastAnswer: answer, at } = event;
  if (key === null || answer === null) return null;
  const state = begun ? 'provisional' : 'unverified';
  return captureReport(db, session, { key, answer, state, at }, hash);
}
