import { hasRoomForCommands } from '../core/render/injection-page.ts';
import type { BeginningOffer } from '../memory/beginning.ts';
import type { OfferFrame } from '../memory/offer.ts';
import type { Said } from './words.ts';

export const NOTHING_TO_NAME: Said = ({ preview }) => preview.nothingToName;

/** Why a memory is not, or not whole, in its text. */
export function roomNotes(
  texts: readonly string[],
  { budget, command }: Pick<OfferFrame, 'budget' | 'command'>,
): readonly Said[] {
  if (texts.length === 0) return [({ preview }) => preview.noRoom(budget.limit, budget.unit)];
  return hasRoomForCommands(budget, command)
    ? []
    : [({ preview }) => preview.noRoomForCommands(command.length)];
}

/** What a short text has no room for, and why where that is not the rule. */
export function omittedNotes(omitted: BeginningOffer['omitted'], command: string): readonly Said[] {
  if (omitted.length === 0) return [];
  const isForPath = omitted.some((part) => part !== 'baton' && part !== 'others');
  return [({ preview }) => preview.omitted(omitted, isForPath ? command.length : null)];
}
