import type { SessionEndEvent } from '../core/event.ts';
import type { HookContext } from './hook-context.ts';
import { askForIndex } from './index-request.ts';
import { closeSession } from './session-close.ts';
import { drainSpool } from './spool-drain.ts';
import { accessStore, type StoreAccess, withDatabase } from './store-access.ts';
import type { StoreJob } from './store-job.ts';
import { storeTurnEnd } from './turn-end.ts';

/** What hooks without an answer do with the database. Throws what the store throws; `run.ts` decides. */
export async function runStoreJob(context: HookContext, job: StoreJob): Promise<void> {
  const access = await accessStore(context);
  switch (job.type) {
    case 'store-turn':
      storeTurnEnd(access, job.event);
      askForIndex(access);
      return;
    case 'close-session':
      closeNow(access, job.event);
      return;
    default:
      job satisfies never;
  }
}

function closeNow(access: StoreAccess, event: SessionEndEvent): void {
  withDatabase(access, (db) => {
    drainSpool(access, db);
    closeSession(access, db, event, { waited: false });
  });
}
