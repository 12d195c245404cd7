import { hasRoomForCommands } from '../core/render/injection-page.ts';
import type { BeginningOffer } from '../memory/beginning.ts';
import type { OfferFrame } from '../memory/offer.ts';

const PARTS = {
  recall: 'the command that reads the conversation',
  search: 'the command that searches',
  older: 'the command for earlier turns',
  detail: 'the command for a turn with its tools',
  baton: 'the baton that waits in another directory',
  others: 'further sessions',
} as const satisfies Record<BeginningOffer['omitted'][number], string>;

export const NOTHING_TO_NAME = 'There is no session to tell of.';

const pathNote = (command: string): string =>
  `each command begins with ${command.length} characters of path.`;

/** Why a memory is not, or not whole, in its text. */
export function roomNotes(
  texts: readonly string[],
  { budget, command }: Pick<OfferFrame, 'budget' | 'command'>,
): readonly string[] {
  if (texts.length === 0) return [`There is no room for it in ${budget.limit} ${budget.unit}.`];
  return hasRoomForCommands(budget, command)
    ? []
    : [`No room for commands. Why: ${pathNote(command)}`];
}

/** What a short text has no room for, and why where that is not the rule. */
export function omittedNotes(
  omitted: BeginningOffer['omitted'],
  command: string,
): readonly string[] {
  if (omitted.length === 0) return [];
  const path = omitted.some((part) => part !== 'baton' && part !== 'others')
    ? ` Why: ${pathNote(command)}`
    : '';
  return [`No room for ${omitted.map((part) => PARTS[part]).join(', ')}.${path}`];
}
