import { promptWordText } from '../core/render/prompt-word-text.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import type { Environment } from '../platform/environment.ts';
import { remindNow } from './compaction-reminder.ts';
import type { HookCall } from './hook-context.ts';
import { giveMemory } from './memory-offer.ts';
import { claimAtPrompt, showMemory } from './memory-preview.ts';
import { answerWord } from './prompt-word.ts';
import { accessStore, HOOK, type Patience, SUCCESSOR } from './store-access.ts';
import type { AnswerJob } from './store-job.ts';

/** Everything a prompt does with the database. Throws what the store throws; `run.ts` decides. */
export async function runAnswerJob(
  call: HookCall,
  host: HookHost,
  job: AnswerJob,
): Promise<HookAnswer> {
  const access = await accessStore(call, patienceFor(job));
  switch (job.type) {
    case 'give':
      return giveMemory(access, host, job.event, job.pending, call.page);
    case 'remind':
      return remindNow(access, host, job.event);
    case 'show':
      return showMemory(access, host, job.event, job.pending, call.page);
    case 'claim':
      return claimAtPrompt(access, job.event, job.pending);
    case 'word':
      return answerWord(access, host, job.event, job.command);
    default:
      return job satisfies never;
  }
}

const patienceFor = (job: AnswerJob): Patience =>
  job.type === 'give' && job.pending.handoff !== undefined ? SUCCESSOR : HOOK;

/** The memory cannot be written just now, so a command was not obeyed. */
export const outOfReach = ({ locale }: Environment, word: string): HookAnswer => ({
  kind: 'block',
  reason: promptWordText(locale, word).unavailable(),
});
