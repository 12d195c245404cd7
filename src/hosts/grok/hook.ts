import type { HookHost } from '../hook-host.ts';
import { grokCaller } from './caller.ts';
import { chatHistoryPath } from './paths.ts';
import { readGrokEvent } from './payload.ts';
import { renderGrokReply } from './reply.ts';

/** Quotes inside texts are escaped, so these are found in the rows themselves only. */
const ANSWER_ROW = '"type":"assistant"';
const UPDATE_ROW = '"sessionUpdate":';

/**
 * What hooks told the model stands in `chat_history.jsonl` only. The stream of updates holds prompts,
 * and of those only such as the model was given: before a tool runs it has answered.
 */
function hasGrokAnswered(transcript: Buffer, mark: string): boolean {
  const given = transcript.indexOf(mark);
  return given >= 0 && (transcript.includes(ANSWER_ROW, given) || transcript.includes(UPDATE_ROW));
}

/** Grok cuts a hook's context above 10,000 characters (measured on 1.0.41). */
export const grokHook: HookHost = {
  word: '/tl',
  delivery: 'pre-tool-use',
  remindsAt: 'pre-tool-use',
  handsOver: false,
  reportsClear: false,
  failureExit: 0,
  budget: { unit: 'characters', limit: 9500 },
  readEvent: (raw) => readGrokEvent(raw, grokCaller()),
  proofBeside: chatHistoryPath,
  hasAnswered: hasGrokAnswered,
  renderReply: renderGrokReply,
};
