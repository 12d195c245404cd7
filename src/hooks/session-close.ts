import type { SessionEndEvent } from '../core/event.ts';
import { openMarks, removeMark } from '../platform/session-marks.ts';
import type { SqlConnection } from '../store/connection.ts';
import { captureToEnd } from './capture-session.ts';
import { sessionOf, settleMarks } from './session-record.ts';
import type { StoreAccess } from './store-access.ts';

/**
 * A session ended with a prompt still open: an unfinished turn will not be finished any more.
 * @param waited in the spool, so that it may be older than a prompt of the session since resumed
 */
export function closeSession(
  access: StoreAccess,
  db: SqlConnection,
  event: SessionEndEvent,
  { waited }: { readonly waited: boolean },
): void {
  const marks = openMarks(access.layout, event.session);
  const over = !waited || marks.every((mark) => mark.at <= event.at);
  const session = sessionOf(access, db, event);
  settleMarks(access, db, session, captureToEnd(access, db, session, over), event.at);
  if (over) marks.forEach(removeMark);
}
