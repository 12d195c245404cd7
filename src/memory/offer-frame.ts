import { randomBytes } from 'node:crypto';
import type { Budget } from '../core/budget.ts';
import { localMinute } from '../core/local-time.ts';
import { shellCommand } from '../core/shell-quote.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import type { OfferFrame } from './offer.ts';

/**
 * What an offer needs to know of its reader, with a mark of its own.
 * @param pages blocks that the reader's host takes
 */
export const offerFrame = (
  { budget, word }: { readonly budget: Budget; readonly word: string },
  environment: Environment,
  pages = 1,
): OfferFrame => ({
  budget,
  pages,
  word,
  command: shellCommand(ownCommand(environment)),
  mark: `tl-${randomBytes(8).toString('hex')}`,
  formatTime: (at) => localMinute(new Date(at)),
  now: environment.now(),
});
