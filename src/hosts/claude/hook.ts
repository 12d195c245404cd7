import type { HookHost } from '../hook-host.ts';
import { readClaudeEvent } from './payload.ts';
import { renderClaudeReply } from './reply.ts';

/** Quotes inside texts are escaped in a transcript, so this is found in rows of the model only. */
const ANSWER_ROW = '"type":"assistant"';

function hasClaudeAnswered(transcript: Buffer, mark: string): boolean {
  const given = transcript.indexOf(mark);
  return given >= 0 && transcript.includes(ANSWER_ROW, given);
}

/** Claude Code cuts a hook's context above 10,000 characters to a preview (measured on 2.1.332). */
export const claudeHook: HookHost = {
  word: '/tl',
  delivery: 'prompt-submit',
  remindsAt: 'session-start',
  handsOver: true,
  reportsClear: true,
  failureExit: 1,
  budget: { unit: 'characters', limit: 9500 },
  readEvent: readClaudeEvent,
  hasAnswered: hasClaudeAnswered,
  renderReply: renderClaudeReply,
};
