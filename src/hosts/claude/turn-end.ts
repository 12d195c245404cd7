import type { TranscriptEnd } from '../../core/desktop-opening.ts';
import { isRecord } from '../../core/record.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { lastBytes } from './transcript-tail.ts';

/** Longer than a turn's last rows. */
const LAST_BYTES = 1024 * 1024;
/** How the API ends an answer that asks for nothing more. */
const FINAL: readonly unknown[] = ['end_turn', 'stop_sequence'];

type Row = Readonly<Record<string, unknown>>;

/**
 * Whether a conversation is between two turns, by the kinds of its last rows alone; what they say is
 * not looked at. Null where there is no transcript.
 */
export function transcriptEnd(path: string): TranscriptEnd | null {
  const bytes = lastBytes(path, LAST_BYTES);
  if (bytes.length === 0) return null;
  /* It may have grown since: the next look then finds another size. */
  const size = Math.max(bytes.length, regularFileSize(path));
  const isCut = size > bytes.length;
  const lines = bytes
    .toString('utf8')
    .split('\n')
    .slice(isCut ? 1 : 0);
  const isWritten = lines.pop() === '';
  return { size, finished: isWritten && isBetweenTurns(lines.flatMap(objectsOfLine)) };
}

function isBetweenTurns(rows: readonly Row[]): boolean {
  const last = rows.findLastIndex(isSaid);
  const row = rows[last];
  return row !== undefined && isFinal(row) && !queueOf(rows).some((index) => index > last);
}

const isSaid = ({ type, isSidechain }: Row): boolean =>
  (type === 'user' || type === 'assistant') && isSidechain !== true;

function isFinal({ type, message }: Row): boolean {
  if (type !== 'assistant' || !isRecord(message)) return false;
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
  const isTool = (block: unknown): boolean => isRecord(block) && block.type === 'tool_use';
  return FINAL.includes(message.stop_reason) && !blocks.some(isTool);
}

/** Which rows put in what still waits: whatever is taken out is the oldest. */
function queueOf(rows: readonly Row[]): readonly number[] {
  const queue: number[] = [];
  for (const [index, { type, operation }] of rows.entries()) {
    if (type !== 'queue-operation') continue;
    if (operation === 'enqueue') queue.push(index);
    else if (operation === 'popAll') queue.length = 0;
    else if (operation === 'dequeue' || operation === 'remove') queue.shift();
  }
  return queue;
}
