import type { BudgetUnit } from '../budget.ts';
import { counted } from '../counted.ts';

const PARTS = {
  recall: 'the command that reads the conversation',
  search: 'the command that searches',
  older: 'the command for earlier turns',
  detail: 'the command for a turn with its tools',
  baton: 'the baton that waits in another directory',
  others: 'further sessions',
} as const;

/** What `preview` says. Paths, times and numbers come ready to print. */
export const previewEn = {
  nothingStored: (stored: string): string =>
    `${stored.replace(/\.$/, '')}: the next session is given nothing.`,
  given: (host: string, beginning: string): string => `Given to ${host} ${beginning}`,
  /** @param word how the host's user types our word */
  beginnings: {
    clear: (): string => 'after /clear',
    baton: (word: string): string => `after ${word}`,
    start: (): string => 'at a fresh start',
    compact: (): string => 'after its own compaction',
  },
  session: (id: string): string => `Session: ${id}`,
  size: (sizes: string, limit: string, unit: BudgetUnit, isOnPages: boolean): string =>
    `Size: ${sizes} of ${limit} ${unit}${isOnPages ? ' a page' : ''}`,
  nothing: 'Nothing is given.',
  places: {
    whole: 'in, whole',
    cut: 'in, but cut in the middle',
    'does-not-fit': 'out: does not fit',
    older: 'out: older than what fits',
  },
  characters: (count: string): string => `${count} characters`,
  moreTurns: (count: number): string =>
    `and ${counted(count, 'older turn')}, which ${count === 1 ? 'is' : 'are'} out`,

  switchedOff: 'That session is switched off ("/tl on" in it ends that).',
  unread:
    'A turn of that session is not stored yet and not shown here: the hook reads it before it gives anything.',
  original:
    'The Node Throughline is registered with this agent and gives its own memory: nothing of this is given until "install --replace-original".',
  waiting: (session: string): string =>
    `A baton of ${session} waits in this directory: the next session here takes it ("preview --as baton").`,
  setting: (key: string, value: string): string => `${key} is ${value} ("config ${key}").`,
  clearNotTold: (word: string): string =>
    `This agent does not say that it was cleared: it is a fresh start. ${word} hands the memory over.`,
  noReminder: 'This agent can be told nothing after its own compaction.',

  nothingToName: 'There is no session to tell of.',
  noRoom: (limit: number, unit: BudgetUnit): string =>
    `There is no room for it in ${limit} ${unit}.`,
  noRoomForCommands: (characters: number): string =>
    `No room for commands. Why: each command begins with ${characters} characters of path.`,
  /** @param characters of the path that each command begins with, where that is why; else null */
  omitted: (parts: readonly (keyof typeof PARTS)[], characters: number | null): string =>
    `No room for ${parts.map((part) => PARTS[part]).join(', ')}.${characters === null ? '' : ` Why: each command begins with ${characters} characters of path.`}`,
};

export type PreviewText = typeof previewEn;
