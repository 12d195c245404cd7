import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';
import { finite } from './transcript-text.ts';

/** How the host says that a turn is over. */
export interface EndMark {
  /** It was stopped or failed. */
  readonly failed: boolean;
  readonly status: string;
  readonly error: string | null;
}

/** One block of a message. Image data is left behind. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'image' }
  | {
      readonly type: 'tool_use';
      readonly id: string | null;
      readonly name: string;
      /** As the host has it: mostly an object, for some tools a text. */
      readonly input: unknown;
    }
  | { readonly type: 'tool_result'; readonly id: string | null; readonly text: string }
  | { readonly type: 'turn_ended'; readonly end: EndMark }
  | { readonly type: 'other' };

export interface MessageRow {
  readonly kind: 'user' | 'assistant';
  readonly blocks: readonly Block[];
  /** Epoch milliseconds; current versions write none. */
  readonly at: number | null;
  /** The model API's id; current versions write none. */
  readonly messageId: string | null;
}

interface EndRow {
  readonly kind: 'end';
  readonly end: EndMark;
}

export type Row = MessageRow | EndRow;

/** The rows that are read; everything else (`{"kind":"unknown"}`, and whatever comes next) is not. */
export function parseRow(value: Readonly<Record<string, unknown>>): Row | null {
  const { type, role, message, content, timestamp } = value;
  if (type === 'turn_ended') return { kind: 'end', end: endMark(value) };
  const fields = isRecord(message) ? message : {};
  const kind = speakerOf(role ?? fields.role ?? type);
  if (kind === null) return null;
  const said = fields.content ?? content;
  const blocks = role === 'tool' ? [toolOutput(value, said)] : parseBlocks(said);
  const [only, ...others] = blocks;
  if (only?.type === 'turn_ended' && others.length === 0) return { kind: 'end', end: only.end };
  const at = timestamp ?? fields.timestamp;
  return { kind, blocks, at: rowTime(at), messageId: stringOf(fields.id) };
}

function speakerOf(role: unknown): MessageRow['kind'] | null {
  if (role === 'assistant') return role;
  return role === 'user' || role === 'tool' ? 'user' : null;
}

/** A row of a tool's own; no version is known to write one. */
const toolOutput = (value: Readonly<Record<string, unknown>>, content: unknown): Block => ({
  type: 'tool_result',
  id: stringOf(value.tool_call_id),
  text: resultText(content),
});

function rowTime(value: unknown): number | null {
  if (typeof value === 'string') return finite(Date.parse(value));
  return typeof value === 'number' && value > 0 ? finite(value) : null;
}

function endMark({ status, error }: Readonly<Record<string, unknown>>): EndMark {
  const failed = status === 'aborted' || status === 'error';
  const text = isRecord(error) ? error.message : error;
  return { failed, status: stringOf(status) ?? 'success', error: stringOf(text) };
}

function parseBlocks(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(parseBlock) : [];
}

function parseBlock(block: unknown): Block {
  if (!isRecord(block)) return { type: 'other' };
  const { type, text, thinking, id, name, input, tool_use_id: toolUseId, content } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : { type: 'other' };
    case 'thinking': {
      const thought = stringOf(thinking) ?? stringOf(text);
      return thought === null ? { type: 'other' } : { type, text: thought };
    }
    case 'image':
      return { type };
    case 'tool_use':
      return { type, id: stringOf(id), name: stringOf(name) ?? 'unknown', input };
    case 'tool_result':
      return { type, id: stringOf(toolUseId), text: resultText(content) };
    case 'turn_ended':
      return { type, end: endMark(block) };
    default:
      return { type: 'other' };
  }
}

/** A tool's output as text: its texts in a row, `[image]` for each image. */
const resultText = (content: unknown): string =>
  parseBlocks(content)
    .map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'image' ? '[image]' : '';
    })
    .join('');

/** All texts of a row without separator; what positions are counted by. */
export const textOf = ({ blocks }: MessageRow): string =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
