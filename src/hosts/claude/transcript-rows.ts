import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

/** One block of a message. Image data is left behind. */
export type Block =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'thinking'; readonly text: string }
  | { readonly type: 'image' }
  | { readonly type: 'document' }
  | {
      readonly type: 'tool_use';
      readonly id: string | null;
      readonly name: string;
      readonly input: unknown;
    }
  | { readonly type: 'tool_result'; readonly id: string | null; readonly text: string }
  | { readonly type: 'other' };

interface RowBase {
  readonly uuid: string | null;
  /** Undefined where the row has no such field. */
  readonly parentUuid: string | null | undefined;
  /** What names the row's details: the uuid, else the place in the file. */
  readonly source: string;
  /** Epoch milliseconds. */
  readonly at: number | null;
}

interface MessageBase extends RowBase {
  readonly blocks: readonly Block[];
  /** All texts of the row without separator; what positions are counted by. */
  readonly text: string;
  /** A subagent's row inside the parent's file (until 2.1). */
  readonly sidechain: boolean;
  readonly agent: string | null;
}

export interface UserRow extends MessageBase {
  readonly kind: 'user';
  /** Written by the host for the model only. */
  readonly meta: boolean;
  readonly compactSummary: boolean;
  readonly promptId: string | null;
  readonly promptSource: string | null;
  readonly originKind: string | null;
}

export interface AssistantRow extends MessageBase {
  readonly kind: 'assistant';
  /** Written by the host in the agent's name: an error, or a filler. */
  readonly synthetic: boolean;
  readonly stopReason: string | null;
  /** The API's id of the message; its rows share it, and a copied row keeps it. */
  readonly messageId: string | null;
  /** The API counted output for this message, so a model wrote it. */
  readonly billed: boolean;
}

export interface AttachmentRow extends RowBase {
  readonly kind: 'attachment';
  readonly type: string;
  readonly attachment: Readonly<Record<string, unknown>>;
}

export type Row = UserRow | AssistantRow | AttachmentRow;

/** Stands for a content of no known shape: it counts as text, as it always did. */
const UNREADABLE = '[object Object]';

/**
 * The row types that are read; everything else (`system`, `summary`, `last-prompt`,
 * `queue-operation`, `api-request…`, and whatever comes next) is not.
 * @param place names the row where it has no uuid
 */
export function parseRow(value: Readonly<Record<string, unknown>>, place: string): Row | null {
  const { type, message, attachment } = value;
  const base = rowBase(value, place);
  if (type === 'attachment') return parseAttachment(base, attachment);
  if ((type !== 'user' && type !== 'assistant') || !isRecord(message)) return null;
  const { role, content } = message;
  if (content === null || content === undefined) return null;
  const blocks = parseBlocks(content);
  const shared: MessageBase = {
    ...base,
    blocks,
    text: typeof content === 'string' || Array.isArray(content) ? textOf(blocks) : UNREADABLE,
    sidechain: value.isSidechain === true,
    agent: stringOf(value.agentType),
  };
  return (role ?? type) === 'user' ? userRow(shared, value) : assistantRow(shared, value, message);
}

const rowBase = (value: Readonly<Record<string, unknown>>, place: string): RowBase => {
  const { uuid, parentUuid, timestamp } = value;
  const known = typeof uuid === 'string' && uuid !== '' ? uuid : null;
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  return {
    uuid: known,
    parentUuid: typeof parentUuid === 'string' || parentUuid === null ? parentUuid : undefined,
    source: known ?? place,
    at: Number.isFinite(at) ? at : null,
  };
};

function parseAttachment(base: RowBase, attachment: unknown): AttachmentRow | null {
  if (!isRecord(attachment) || typeof attachment.type !== 'string') return null;
  return { ...base, kind: 'attachment', type: attachment.type, attachment };
}

const userRow = (base: MessageBase, value: Readonly<Record<string, unknown>>): UserRow => ({
  ...base,
  kind: 'user',
  meta: value.isMeta === true,
  compactSummary: value.isCompactSummary === true,
  promptId: stringOf(value.promptId),
  promptSource: stringOf(value.promptSource),
  originKind: isRecord(value.origin) ? stringOf(value.origin.kind) : null,
});

function assistantRow(
  base: MessageBase,
  value: Readonly<Record<string, unknown>>,
  message: Readonly<Record<string, unknown>>,
): AssistantRow {
  const { id, model, stop_reason: stopReason, usage } = message;
  const output = isRecord(usage) ? usage.output_tokens : 0;
  return {
    ...base,
    kind: 'assistant',
    synthetic: model === '<synthetic>' || value.isApiErrorMessage === true,
    stopReason: stringOf(stopReason),
    messageId: stringOf(id),
    billed: typeof output === 'number' && output > 0,
  };
}

/** The blocks of a message's content (or of a queued prompt, which has the same two shapes). */
export function parseBlocks(content: unknown): Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(parseBlock) : [];
}

function parseBlock(block: unknown): Block {
  if (!isRecord(block)) return { type: 'other' };
  const { type, text, thinking, id, name, input } = block;
  switch (type) {
    case 'text':
      return typeof text === 'string' ? { type, text } : { type: 'other' };
    case 'thinking':
      return typeof thinking === 'string' ? { type, text: thinking } : { type: 'other' };
    case 'image':
    case 'document':
      return { type };
    case 'tool_use':
      return { type, id: stringOf(id), name: stringOf(name) ?? 'unknown', input };
    case 'tool_result': {
      const { tool_use_id: toolUseId, content } = block;
      return { type, id: stringOf(toolUseId), text: resultText(content) };
    }
    default:
      return { type: 'other' };
  }
}

/** A tool's output as text: its texts in a row, `[image]` for each image. */
function resultText(content: unknown): string {
  return parseBlocks(content)
    .map((block) => {
      if (block.type === 'text') return block.text;
      return block.type === 'image' ? '[image]' : '';
    })
    .join('');
}

const textOf = (blocks: readonly Block[]): string =>
  blocks.map((block) => (block.type === 'text' ? block.text : '')).join('');
