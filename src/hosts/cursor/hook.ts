import type { HookHost } from '../hook-host.ts';
import { readCursorEvent } from './payload.ts';
import { renderCursorReply } from './reply.ts';

/** Quotes inside texts are escaped in a transcript, so these are found in rows of the model only. */
const ANSWER_ROWS = ['"role":"assistant"', '"role": "assistant"'];

/** What is given at the start of a session is in no transcript; a prompt may hold a memory. */
function hasCursorAnswered(transcript: Buffer, mark: string): boolean {
  const given = transcript.indexOf(mark);
  return given >= 0 && ANSWER_ROWS.some((row) => transcript.includes(row, given));
}

/** The limit of a context is not documented; the smallest known of another host is taken. */
export const cursorHook: HookHost = {
  word: '/tl',
  delivery: 'session-start',
  remindsAt: null,
  handsOver: false,
  reportsClear: false,
  failureExit: 0,
  budget: { unit: 'bytes', limit: 9500 },
  readEvent: readCursorEvent,
  hasAnswered: hasCursorAnswered,
  renderReply: renderCursorReply,
};
