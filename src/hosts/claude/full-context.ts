import { isRecord } from '../../core/record.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { bytesFrom, lastBytes } from './transcript-tail.ts';

/** What a conversation came to since its compaction was stopped. */
export interface ContextEnd {
  /** The newest row says that the prompt is too long for the model: the host has ended the turn. */
  readonly full: boolean;
  /** A model has answered, so the conversation goes on. */
  readonly answered: boolean;
}

/** Far more than the rows that the host writes about one prompt. */
const LAST_BYTES = 256 * 1024;

/**
 * Whether a conversation can go on, by the rows behind `from` (bytes).
 * In Claude Code 2.1.332 a full context ends the turn with a row in the name of no model, and no hook.
 */
export const contextEndSince = (path: string, from: number): ContextEnd =>
  contextEnd(bytesFrom(path, from));

/** Whether the conversation has ended so, by its last rows. */
export const isContextFull = (path: string): boolean =>
  contextEnd(lastBytes(path, LAST_BYTES)).full;

function contextEnd(bytes: Buffer): ContextEnd {
  const end = bytes.lastIndexOf(0x0a);
  const rows = bytes
    .toString('utf8', 0, Math.max(0, end))
    .split('\n')
    .flatMap(objectsOfLine)
    .filter(isConversation);
  const newest = rows.at(-1);
  return {
    full: newest !== undefined && isTooLong(newest),
    answered: rows.some((row) => row.type === 'assistant' && row.isApiErrorMessage !== true),
  };
}

type RawRow = Readonly<Record<string, unknown>>;

const isConversation = ({ type, isSidechain, isMeta }: RawRow): boolean =>
  (type === 'user' || type === 'assistant') && isSidechain !== true && isMeta !== true;

/** By the host's own marks, never by what anybody says. */
function isTooLong({ type, isApiErrorMessage, error, message }: RawRow): boolean {
  if (type !== 'assistant' || isApiErrorMessage !== true || error !== 'invalid_request')
    return false;
  if (!isRecord(message) || message.model !== '<synthetic>') return false;
  const { content } = message;
  const [block] = Array.isArray(content) ? content : [];
  return isRecord(block) && block.text === 'Prompt is too long';
}
