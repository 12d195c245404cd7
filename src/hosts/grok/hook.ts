import type { HookHost } from '../hook-host.ts';
import { isGrokPayload, readGrokEvent } from './payload.ts';
import { renderGrokReply } from './reply.ts';

/** Quotes inside texts are escaped, so this is found in rows of the model only. */
const ANSWER_ROW = '"type":"assistant"';

/** Only `chat_history.jsonl` holds what hooks told the model; the stream of updates never does. */
function hasGrokAnswered(transcript: Buffer, mark: string): boolean {
  const given = transcript.indexOf(mark);
  return given >= 0 && transcript.includes(ANSWER_ROW, given);
}

/** Grok cuts a hook's context above 10,000 characters (measured on 1.0.41). */
export const grokHook: HookHost = {
  word: '/tl',
  delivery: 'pre-tool-use',
  failureExit: 0,
  recognises: isGrokPayload,
  budget: { unit: 'characters', limit: 9500 },
  readEvent: (raw) => readGrokEvent(raw),
  hasAnswered: hasGrokAnswered,
  renderReply: renderGrokReply,
};
