import { compareReceived, type GivenText, type Received } from '../../core/delivery.ts';
import { isRecord } from '../../core/record.ts';
import { readTail } from '../../platform/file-tail.ts';
import { contextsWith } from '../received-context.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { chatHistoryPath } from './paths.ts';

type Fields = Readonly<Record<string, unknown>>;

const LARGEST_LOOK = 8 * 1024 * 1024;

/**
 * By the reminders in `chat_history.jsonl`. Its rows have no times, and compaction takes rows out: that
 * there is nothing of a text says something only after a whole turn with a tool.
 */
export function grokReceived(path: string, given: GivenText): Received | null {
  const tail = readTail(chatHistoryPath(path), LARGEST_LOOK);
  if (tail === null) return null;
  const received = compareReceived(contextsWith(tail.bytes, given.mark, { contextsOf }), given);
  if (received !== 'dropped') return received;
  return tail.whole && hasRunTools(tail.bytes) ? 'dropped' : null;
}

function contextsOf({ type, content }: Fields): readonly { text: string; cut: false }[] {
  if (type !== 'user') return [];
  return [content].flat().flatMap((block) => {
    const text = isRecord(block) ? block.text : block;
    return typeof text === 'string' ? [{ text, cut: false }] : [];
  });
}

/** The newest turn is over and a tool ran in it; nothing was compacted. */
function hasRunTools(bytes: Buffer): boolean {
  const rows = bytes.toString('utf8').split('\n').flatMap(objectsOfLine);
  if (rows.some(({ synthetic_reason: reason }) => reason === 'compaction_meta')) return false;
  const asked = rows.findLastIndex(
    ({ type, synthetic_reason: reason }) => type === 'user' && reason === undefined,
  );
  const turn = rows.slice(asked + 1);
  return turn.at(-1)?.type === 'assistant' && !hasCalls(turn.at(-1)) && turn.some(hasCalls);
}

const hasCalls = (row: Fields | undefined): boolean =>
  Array.isArray(row?.tool_calls) && row.tool_calls.length > 0;
