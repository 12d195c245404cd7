import type { HostEvent } from '../core/event.ts';
import type { Captured } from '../memory/capture.ts';
import { removeSettledMarks } from '../memory/settled-marks.ts';
import { claimShown } from '../memory/shown-memory.ts';
import { linkUnoffered } from '../memory/succession.ts';
import { readConfig } from '../platform/config.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import {
  isNewborn,
  type PendingHandoff,
  readPending,
  removePending,
  writePending,
} from '../platform/session-marks.ts';
import { ownWindowName } from '../platform/window-record.ts';
import type { SqlConnection } from '../store/connection.ts';
import { noteSession, type StoredSession } from '../store/sessions.ts';
import { countTurns } from '../store/turns.ts';
import { proveDelivery } from './delivery-proof.ts';
import { placeOf } from './hook-context.ts';
import type { StoreAccess } from './store-access.ts';

/** The session an event belongs to, stored at its first one. */
export function sessionOf(access: StoreAccess, db: SqlConnection, event: HostEvent): StoredSession {
  const place = placeOf(access, event);
  return db.transaction(() =>
    noteSession(db, {
      ref: event.session,
      transcriptPath: event.transcriptPath,
      projectRoot: place.root,
      cwd: place.directory,
      window: ownWindowName(event.window),
      unattended: !event.attended,
      at: event.at,
    }),
  );
}

/** After a commit: the first stored turn after an offer proves that the host used it. */
export function settleMarks(
  { layout }: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  captured: Captured,
  at: number,
): void {
  removeSettledMarks(layout, session.ref, captured);
  if (captured.turnIds.length === 0) return;
  const again = proveDelivery(db, session, at);
  const pending = readPending(layout, session.ref);
  if (pending === null || (again !== null && pending.offer?.mark === again)) return;
  /* A host that can be told at a tool alone may end a turn without one. */
  if (!isNewborn(pending) && isOwed(pending)) return;
  const isNew = countTurns(db, session.id) <= captured.newTurns;
  if (isNew && pending.shown !== undefined) claimShown(db, session, pending, at);
  /* Nothing was offered when the memory could not be reached at the prompt: the next one gets it. */
  if (isNew && isOwed(pending) && linkLate(layout, db, session, pending, at))
    writePending(layout, session.ref, { ...pending, late: true });
  else removePending(layout, session.ref);
}

const linkLate = (
  layout: DataLayout,
  db: SqlConnection,
  session: StoredSession,
  pending: PendingHandoff,
  now: number,
): boolean => linkUnoffered(db, session, pending, { now, onClear: readConfig(layout).onClear });

const isOwed = ({ offer, shown }: PendingHandoff): boolean => offer === null && shown === undefined;
