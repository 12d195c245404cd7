import type { Succession } from '../core/handoff.ts';
import { linkUnoffered } from '../memory/succession.ts';
import { readConfig } from '../platform/config.ts';
import { readPending } from '../platform/session-marks.ts';
import { liveSessions } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession } from '../store/sessions.ts';
import { isShared } from '../store/shared-sessions.ts';
import { captureToEnd } from './capture-session.ts';
import type { StoreAccess } from './store-access.ts';

/** @returns false for a predecessor that is not known (any more), or of which nothing is to be given */
export function readToItsEnd(
  access: StoreAccess,
  db: SqlConnection,
  succession: Succession,
  now: number,
): boolean {
  const predecessor = findSession(db, succession.predecessor);
  if (predecessor === null || !isShared(db, predecessor.id)) return false;
  /* `/clear` may come while the predecessor's Stop still runs: its newest answer must be in it. */
  const over = !liveSessions(access.layout).has(predecessor.id);
  captureToEnd(access, db, predecessor, over);
  /* Cleared before the memory it goes on from could be offered to it: that is handed on as well. */
  const unoffered = readPending(access.layout, predecessor.ref);
  if (unoffered?.offer === null) {
    const { onClear } = readConfig(access.layout);
    linkUnoffered(db, predecessor, unoffered, { now, onClear });
  }
  return true;
}
