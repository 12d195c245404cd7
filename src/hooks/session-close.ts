import type { SessionEndEvent } from '../core/event.ts';
import { openMarks, removeMark } from '../platform/session-marks.ts';
import type { SqlConnection } from '../store/connection.ts';
import { captureToEnd } from './capture-session.ts';
import { sessionOf, settleMarks } from './session-record.ts';
import type { StoreAccess } from './store-access.ts';

/** A session ended with a prompt still open: an unfinished turn will not be finished any more. */
export function closeSession(access: StoreAccess, db: SqlConnection, event: SessionEndEvent): void {
  const session = sessionOf(access, db, event);
  settleMarks(access, db, session, captureToEnd(access, db, session), event.at);
  openMarks(access.layout, event.session).forEach(removeMark);
}
