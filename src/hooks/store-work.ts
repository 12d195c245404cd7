import type { HookAnswer } from '../hosts/hook-host.ts';
import type { HookContext } from './hook-context.ts';
import { offerAtPrompt } from './prompt-offer.ts';
import { answerWord } from './prompt-word.ts';
import { closeSession } from './session-close.ts';
import { drainSpool } from './spool-drain.ts';
import { accessStore, type StoreAccess, withDatabase } from './store-access.ts';
import type { StoreJob } from './store-job.ts';
import { sweep } from './sweep.ts';
import { storeTurnEnd } from './turn-end.ts';

const NOTHING: HookAnswer = { kind: 'nothing' };

/** Everything a hook does with the database. Throws what the store throws; `run.ts` decides. */
export async function runStoreJob(context: HookContext, job: StoreJob): Promise<HookAnswer> {
  const access = await accessStore(context);
  switch (job.type) {
    case 'store-turn':
      storeTurnEnd(access, job.event);
      return NOTHING;
    case 'close-session':
      closeNow(access, job.event);
      return NOTHING;
    case 'offer':
      return offerAtPrompt(access, job.event, job.pending);
    case 'word':
      return answerWord(access, job.event, job.command);
    case 'sweep':
      sweep(access);
      return NOTHING;
    default:
      return job satisfies never;
  }
}

function closeNow(access: StoreAccess, event: Parameters<typeof closeSession>[2]): void {
  withDatabase(access, (db) => {
    drainSpool(access, db);
    closeSession(access, db, event);
  });
}
