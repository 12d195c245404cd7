import { isRecord } from '../../core/record.ts';
import type { TurnStart } from '../../core/turn.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { stringOf } from '../payload-fields.ts';
import { plainText } from '../plain-text.ts';
import { readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { queryOfRow, unwrapNotice } from './user-query.ts';

/** A request in the model's current view and what was answered. */
export interface ChatGroup {
  readonly request: string;
  readonly start: TurnStart;
  readonly fragments: readonly ChatFragment[];
}

interface ChatFragment {
  /** Among the text rows of the file. */
  readonly position: number;
  readonly text: string;
}

/** Rows Grok writes for the model among those of the user: no request, but they take a position. */
const HOST_WRITTEN: readonly unknown[] = ['compaction_meta', 'system_reminder'];
const ROLES = ['"user"', '"assistant"'].map((word) => Buffer.from(word));

/**
 * The model's view of a conversation, which compaction and rewind write anew. Rows carry no ids and
 * no times.
 * @returns null when there is no such file
 * @throws {Error} when it is there and cannot be read
 */
export const readChatHistory = (path: string): readonly ChatGroup[] | null =>
  readTranscriptFile(path, null, (file) => {
    const groups: OpenGroup[] = [];
    let position = 0;
    for (const { bytes } of file.lines()) {
      if (!ROLES.some((role) => bytes.includes(role))) continue;
      for (const row of objectsOfLine(bytes.toString('utf8'))) {
        if (put(groups, row, position)) position += 1;
      }
    }
    return groups;
  });

type OpenGroup = ChatGroup & { readonly fragments: ChatFragment[] };
type Fields = Readonly<Record<string, unknown>>;

/** @returns whether the row takes a position */
function put(groups: OpenGroup[], row: Fields, position: number): boolean {
  const text = textOf(row);
  if (text === '') return false;
  if (row.type === 'assistant') groups.at(-1)?.fragments.push({ position, text });
  else if (!HOST_WRITTEN.includes(row.synthetic_reason)) groups.push(groupOf(row, text));
  return true;
}

/** A request that is nothing but a memory of ours was no person's. */
function groupOf(row: Fields, text: string): OpenGroup {
  const words = unwrapNotice(queryOfRow(text));
  const request = withoutOwnMemory(words);
  const start = request === '' && words !== '' ? 'self' : startOf(row);
  return { request, start, fragments: [] };
}

/** Empty for rows that take no position: tools, reasoning, calls without words. */
function textOf({ type, content }: Fields): string {
  if (type !== 'user' && type !== 'assistant') return '';
  const text = Array.isArray(content) ? content.map(blockText).join('') : stringOf(content);
  return type === 'user' ? plainText(text ?? '') : (text ?? '');
}

const blockText = (block: unknown): string =>
  isRecord(block) && block.type === 'text' ? (stringOf(block.text) ?? '') : '';

function startOf(row: Fields): TurnStart {
  if (row.synthetic_reason === 'task_completed') return 'self';
  const isHosts = typeof row.synthetic_reason === 'string';
  return !isHosts && Number.isSafeInteger(row.prompt_index) ? 'prompt' : 'unknown';
}
