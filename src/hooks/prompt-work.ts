import { promptWordText } from '../core/render/prompt-word-text.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import type { Environment } from '../platform/environment.ts';
import type { HookContext } from './hook-context.ts';
import { offerAtPrompt } from './prompt-offer.ts';
import { answerWord } from './prompt-word.ts';
import { accessStore } from './store-access.ts';
import type { PromptJob } from './store-job.ts';

/** Everything a prompt does with the database. Throws what the store throws; `run.ts` decides. */
export async function runPromptJob(context: HookContext, job: PromptJob): Promise<HookAnswer> {
  const access = await accessStore(context);
  switch (job.type) {
    case 'offer':
      return offerAtPrompt(access, job.event, job.pending);
    case 'word':
      return answerWord(access, job.event, job.command);
    default:
      return job satisfies never;
  }
}

/** The memory cannot be written just now, so a command was not obeyed. */
export const outOfReach = ({ locale }: Environment): HookAnswer => ({
  kind: 'block',
  reason: promptWordText(locale, '/tl').unavailable(),
});
