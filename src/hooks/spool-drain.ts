import type { HostEvent } from '../core/event.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import {
  removeSpooled,
  type SpooledEvent,
  setSpooledAside,
  spooledEvents,
} from '../platform/spool.ts';
import type { SqlConnection } from '../store/connection.ts';
import { closeSession } from './session-close.ts';
import type { StoreAccess } from './store-access.ts';
import { storeTurnOnce } from './turn-store.ts';

/** A host waits for the hook that finds a spool of many hundred events; the next one goes on with it. */
const HOOK_MS = 300;

/**
 * Stores what earlier hooks had to leave, in the order in which it happened, before anything newer.
 * An event that cannot be stored stays where it is and holds nobody up.
 * @param mostMs after so many milliseconds the rest is left
 */
export function drainSpool(access: StoreAccess, db: SqlConnection, mostMs = HOOK_MS): void {
  const until = performance.now() + mostMs;
  for (const spooled of spooledEvents(access.layout)) {
    drainOne(access, db, spooled);
    if (performance.now() >= until) return;
  }
}

function drainOne(access: StoreAccess, db: SqlConnection, spooled: SpooledEvent): void {
  const { layout, environment } = access;
  if (spooled.event === null) {
    setSpooledAside(spooled);
    countFailure(layout, 'spool_unreadable', { path: spooled.path }, environment.now());
    return;
  }
  try {
    apply(access, db, spooled.event);
    removeSpooled(spooled);
  } catch (error) {
    /* Whatever is wrong with this event, the next one must be stored; it is tried again each time. */
    countFailure(layout, 'spool_unreadable', describeError(error), environment.now());
  }
}

function apply(access: StoreAccess, db: SqlConnection, event: HostEvent): void {
  switch (event.type) {
    case 'process-turn':
      storeTurnOnce(access, db, event, true);
      return;
    case 'session-end':
      closeSession(access, db, event, { waited: true });
      return;
    case 'session-start':
    case 'prompt-submit':
    case 'pre-tool-use':
    case 'pre-compact':
      return;
    default:
      event satisfies never;
  }
}
