import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { bytesFrom, lastBytes } from './transcript-tail.ts';

/** What a conversation came to since its compaction was stopped. */
export interface ContextEnd {
  /** The newest row says that the prompt is too long for the model: the host has ended the turn. */
  readonly full: boolean;
  /** A model has answered, so the conversation goes on. */
  readonly answered: boolean;
}

/** How the host says it, whatever follows: why it could not compact, what the provider said (2.1.332). */
const TOO_LONG = 'Prompt is too long';

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
    answered: rows.some((row) => row.type === 'assistant' && !isByHost(row)),
  };
}

type RawRow = Readonly<Record<string, unknown>>;

const isConversation = ({ type, isSidechain, isMeta }: RawRow): boolean =>
  (type === 'user' || type === 'assistant') && isSidechain !== true && isMeta !== true;

const isByHost = ({ isApiErrorMessage, message }: RawRow): boolean =>
  isApiErrorMessage === true || (isRecord(message) && message.model === '<synthetic>');

/** By the host's own mark, never by what anybody says; its own test is the same. */
function isTooLong({ type, isApiErrorMessage, message }: RawRow): boolean {
  if (type !== 'assistant' || isApiErrorMessage !== true || !isRecord(message)) return false;
  const blocks: readonly unknown[] = Array.isArray(message.content) ? message.content : [];
  return blocks.some((block) => isRecord(block) && stringOf(block.text)?.startsWith(TOO_LONG));
}
