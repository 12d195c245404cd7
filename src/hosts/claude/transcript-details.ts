import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import type { BoundedMap } from '../bounded-map.ts';
import { detail, jsonText } from '../detail.ts';
import { plainText } from '../plain-text.ts';
import type { AssistantRow, AttachmentRow, Block, UserRow } from './transcript-rows.ts';

type MessageRow = UserRow | AssistantRow;
type AttachmentFields = Readonly<Record<string, unknown>>;

type ToolNames = BoundedMap<string>;

/** What the blocks of a row hold besides words. */
export const messageDetails = (row: MessageRow, tools: ToolNames): Detail[] =>
  row.blocks.flatMap((_, index) => blockDetails(row, index, tools));

export function blockDetails(row: MessageRow, index: number, tools: ToolNames): Detail[] {
  const block = row.blocks[index];
  const kept = block === undefined ? null : blockDetail(block, `${row.source}:`, index, tools);
  return kept === null ? [] : [kept];
}

function blockDetail(block: Block, prefix: string, index: number, tools: ToolNames): Detail | null {
  switch (block.type) {
    case 'thinking':
      if (block.text === '') return null;
      return detail(`${prefix}thinking:${index}`, 'thinking', 'thinking', null, block.text);
    case 'image':
      return detail(`${prefix}image:${index}`, 'image', 'image', null, '[image]');
    case 'tool_use': {
      if (block.id !== null) tools.set(block.id, block.name);
      const id = block.id ?? `${prefix}tool:${index}`;
      return detail(id, 'tool_input', block.name, jsonText(block.input, withoutData), null);
    }
    case 'tool_result': {
      const name = (block.id === null ? undefined : tools.take(block.id)) ?? 'unknown';
      const id = block.id === null ? `${prefix}result:${index}` : `${block.id}:result`;
      return detail(id, 'tool_output', name, null, plainText(block.text));
    }
    case 'text':
    case 'document':
    case 'other':
      return null;
    default:
      return block satisfies never;
  }
}

/** A text of the agent that is not its answer. */
export const utterance = (row: AssistantRow, index: number, text: string): Detail =>
  detail(`${row.source}:text:${index}`, 'utterance', 'utterance', null, text);

/**
 * What a subagent was told (input) and what it said, did and saw. Its thinking is left out.
 * @param agent name of the agent, where the row does not give one
 */
export function subagentDetails(row: MessageRow, agent: string): Detail[] {
  const name = row.agent ?? agent;
  return row.blocks.flatMap((block, index) => {
    const [input, output] = subagentTexts(block, row.kind);
    if (input === null && output === null) return [];
    return [detail(`${row.source}:sub:${index}`, 'subagent', name, input, output)];
  });
}

function subagentTexts(
  block: Block,
  speaker: MessageRow['kind'],
): readonly [string | null, string | null] {
  switch (block.type) {
    case 'text':
      if (block.text === '') return [null, null];
      return speaker === 'user' ? [plainText(block.text), null] : [null, block.text];
    case 'tool_use':
      return [`${block.name} ${jsonText(block.input, withoutData) ?? ''}`.trimEnd(), null];
    case 'tool_result':
      return [null, plainText(block.text)];
    case 'image':
      return [null, '[image]'];
    case 'thinking':
    case 'document':
    case 'other':
      return [null, null];
    default:
      return block satisfies never;
  }
}

const HOOK_RESULTS = ['hook_success', 'hook_blocking_error'];
const FILES = ['file', 'edited_text_file'];

/** Types of the attachments that are kept (queued prompts are requests, not details). */
export const DETAIL_ATTACHMENTS: readonly string[] = [...FILES, ...HOOK_RESULTS];

/** Files that were put into the conversation, and what hooks of other products said. */
export function attachmentDetail({ type, attachment, source }: AttachmentRow): Detail | null {
  if (FILES.includes(type)) {
    const { filename, content, snippet } = attachment;
    const path = typeof filename === 'string' ? filename : null;
    const text = typeof snippet === 'string' ? snippet : fileText(content);
    return text === null ? null : detail(source, 'system', type, path, plainText(text));
  }
  return HOOK_RESULTS.includes(type) ? hookDetail(type, attachment, source) : null;
}

function fileText(content: unknown): string | null {
  if (typeof content === 'string') return content;
  if (!isRecord(content)) return null;
  if (content.type === 'image') return '[image]';
  const { file } = content;
  if (isRecord(file) && typeof file.content === 'string') return file.content;
  return jsonText(content, withoutData);
}

/** Our own output must not come back in, so a hook that does not name its command is left out. */
function hookDetail(type: string, attachment: AttachmentFields, source: string): Detail | null {
  const { blockingError } = attachment;
  const error: AttachmentFields = isRecord(blockingError) ? blockingError : {};
  const command = attachment.command ?? error.command;
  if (typeof command !== 'string' || /throughline/i.test(command)) return null;
  const { content, stdout, stderr, hookEvent } = attachment;
  const texts = [content, stdout, error.blockingError, blockingError, stderr].map(hookText);
  const text = texts.find((candidate) => candidate !== '');
  if (text === undefined) return null;
  const name = typeof hookEvent === 'string' ? `${type}:${hookEvent}` : type;
  return detail(source, 'system', name, command, plainText(text));
}

function hookText(value: unknown): string {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string').join('\n') : '';
}

/** Without image data. */
function withoutData(this: unknown, key: string, value: unknown): unknown {
  const data = key === 'base64' || (key === 'data' && isRecord(this) && this.type === 'base64');
  return data && typeof value === 'string' ? '[image]' : value;
}
