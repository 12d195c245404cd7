import type { TranscriptHistory } from '../../core/reading.ts';
import type { TranscriptTurn } from '../../core/turn.ts';
import { RequestKeys } from '../request-keys.ts';
import { type ChatGroup, readChatHistory } from './chat-history.ts';
import { hashed, isAnswered } from './history.ts';
import { utterance } from './transcript-details.ts';

/**
 * What can be told of a conversation by the model's current view alone. A view that is written anew
 * counts equal requests anew, so a turn is named by its answer too.
 * @returns null when there is no such file
 */
export function readChatTurns(
  path: string,
  hash: (text: string) => string,
): { readonly turns: readonly TranscriptTurn[]; readonly history: TranscriptHistory } | null {
  const groups = readChatHistory(path)?.filter(isAnswered);
  if (groups === undefined) return null;
  const keys = new RequestKeys([], groups.length, hash);
  const turns = groups.map((group) => {
    const answer = group.fragments.at(-1)?.text ?? '';
    return toTurn(group, keys.keyOf(`${group.request}\0${answer}`));
  });
  const history = { groups: hashed(groups, hash), groupOf: groups.map((_, index) => index) };
  return { turns, history };
}

const toTurn = ({ request, start, fragments }: ChatGroup, key: string): TranscriptTurn => ({
  key,
  continues: false,
  number: fragments.at(-1)?.position ?? 0,
  start,
  startedAt: null,
  endedAt: null,
  requests: request === '' ? [] : [request],
  promptIds: [],
  fragments: fragments.map(({ text }) => text),
  answerId: null,
  interrupted: false,
  details: fragments.slice(0, -1).map(({ position, text }) => utterance(`chat:${position}`, text)),
});
