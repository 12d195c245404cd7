import type { TurnEndEvent } from '../core/event.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { pause } from '../platform/pause.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';
import { isTellingAlone, storeTurnOnce, transcriptSize } from './turn-store.ts';

/** Hosts fire Stop before the last row is on disk; more than this is not worth holding them up. */
const FLUSH_MS = 400;
const POLL_MS = 20;

/**
 * A turn ended: stores it. The database is not held while the transcript is waited for. Without a
 * transcript (session persistence off, file removed) nothing failed: what the report itself tells is
 * stored where the host names turns, and nothing otherwise.
 */
export function storeTurnEnd(access: StoreAccess, event: TurnEndEvent): void {
  /* Not by the clock of the wall, which may be set back meanwhile. */
  const now = (): number => performance.now();
  const deadline = now() + patience(event);
  let drained = false;
  for (;;) {
    const late = now() >= deadline;
    const size = transcriptSize(event);
    const done =
      (size > 0 || (late && isTellingAlone(event))) &&
      withDatabase(access, (db) => {
        if (!drained) drainSpool(access, db);
        drained = true;
        return storeTurnOnce(access, db, event, late);
      });
    if (done || late) return;
    waitForGrowth(event, size, deadline, now);
  }
}

/** Nothing is waited for that will not come. */
const patience = ({ session, transcriptPath }: TurnEndEvent): number =>
  transcriptPath !== null && transcriptHosts[session.host].writesBeforeTurnEnd ? FLUSH_MS : 0;

/** Cheap: one `stat` a poll, and the database again only when the file has grown. */
function waitForGrowth(
  event: TurnEndEvent,
  size: number,
  deadline: number,
  now: () => number,
): void {
  do pause(POLL_MS);
  while (now() < deadline && transcriptSize(event) === size);
}
