import type { HookHost } from '../hook-host.ts';
import { codexCaller } from './caller.ts';
import { readCodexEvent } from './payload.ts';
import { renderCodexReply } from './reply.ts';

const LINE_END = 0x0a;
const ITEM = '"type":"response_item"';
/** Words, thoughts and tool calls of the model. Quotes inside texts are escaped, so no text looks like it. */
const OF_MODEL = /"payload":\{"type":"(?:reasoning|\w+_call)"|"role":"assistant"/;

/** A `compacted` row repeats older answers; only rows of their own tell that the model has spoken since. */
function hasCodexAnswered(transcript: Buffer, mark: string): boolean {
  const given = transcript.indexOf(mark);
  let at = given < 0 ? -1 : transcript.indexOf(ITEM, given);
  while (at >= 0) {
    const start = transcript.lastIndexOf(LINE_END, at) + 1;
    const end = transcript.indexOf(LINE_END, at);
    const line = transcript.subarray(start, end < 0 ? transcript.length : end);
    if (start > given && OF_MODEL.test(line.toString('latin1'))) return true;
    at = end < 0 ? -1 : transcript.indexOf(ITEM, end);
  }
  return false;
}

/** Codex cuts a hook's context above 2,500 tokens of four bytes each (measured on 0.171). */
export const codexHook: HookHost = {
  word: '$tl',
  delivery: 'prompt-submit',
  remindsAt: 'session-start',
  handsOver: false,
  reportsClear: true,
  failureExit: 1,
  budget: { unit: 'bytes', limit: 9500 },
  readEvent: (raw) => readCodexEvent(raw, codexCaller()),
  hasAnswered: hasCodexAnswered,
  renderReply: renderCodexReply,
};
