import type { HistoryGroup } from '../../core/generations.ts';
import type { TranscriptHistory } from '../../core/reading.ts';
import type { TranscriptTurn } from '../../core/turn.ts';
import { type ChatGroup, readChatHistory } from './chat-history.ts';

type Hash = (text: string) => string;

/** Where the turns of a stream of updates stand in the model's current view; null without that file. */
export function readHistory(
  path: string,
  turns: readonly TranscriptTurn[],
  hash: Hash,
): TranscriptHistory | null {
  const groups = readChatHistory(path);
  if (groups === null) return null;
  const answered = groups.filter(isAnswered);
  const placed = align(turns, groups);
  return {
    groups: hashed(answered, hash),
    groupOf: placed.map((group) => (group === null ? -1 : answered.indexOf(group))),
  };
}

export const isAnswered = ({ fragments }: ChatGroup): boolean => fragments.length > 0;

export const hashed = (groups: readonly ChatGroup[], hash: Hash): readonly HistoryGroup[] =>
  groups.map(({ fragments }) => ({
    fragments: fragments.map(({ position, text }) => ({ position, hash: hash(text) })),
  }));

/** Both lists are in order, and the newest turns are in the view: from the end, each group once. */
function align(
  turns: readonly TranscriptTurn[],
  groups: readonly ChatGroup[],
): readonly (ChatGroup | null)[] {
  let end = groups.length;
  const placed = turns.toReversed().map((turn) => {
    const at = groups.slice(0, end).findLastIndex((group) => isGroupOf(group, turn));
    if (at < 0) return null;
    end = at;
    return groups[at] ?? null;
  });
  return placed.toReversed();
}

/** Of a turn that was cut short the host drops what was said last; of one that runs, more may stand there. */
function isGroupOf({ request, fragments }: ChatGroup, turn: TranscriptTurn): boolean {
  const said = turn.fragments;
  if (!turn.continues && !sameWords(request, turn.requests.join(' '))) return false;
  if (turn.interrupted) return fragments.every(({ text }) => said.includes(text));
  const answer = said.at(-1);
  return answer === undefined ? !turn.continues : fragments.some(({ text }) => text === answer);
}

const sameWords = (a: string, b: string): boolean => inOneLine(a) === inOneLine(b);

/** Parts of a prompt are put together with and without breaks. */
const inOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
