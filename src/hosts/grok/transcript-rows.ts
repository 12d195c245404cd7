import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

type Fields = Readonly<Record<string, unknown>>;

interface RowBase {
  /** Epoch milliseconds. */
  readonly at: number | null;
  /** The turn the row belongs to, where it says so. */
  readonly promptId: string | null;
  /** Names what the row holds: its place in the file. */
  readonly source: string;
}

/** A part of a prompt; one with pictures comes in several. */
export interface PromptRow extends RowBase {
  readonly kind: 'prompt';
  /** Null for a picture. */
  readonly text: string | null;
  readonly index: number | null;
  /** The host itself began the turn: a background task or subagent ended. */
  readonly byHost: boolean;
}

/** Words or thoughts of the agent. Those of one model call carry the same `stream`. */
export interface SpeechRow extends RowBase {
  readonly kind: 'speech' | 'thought';
  readonly text: string;
  readonly stream: string | null;
}

export interface ToolRow extends RowBase {
  readonly kind: 'tool';
  readonly id: string | null;
  /** Null in rows that only tell how it goes on. */
  readonly name: string | null;
  readonly input: unknown;
  readonly output: unknown;
  readonly shown: unknown;
  readonly over: boolean;
}

export interface SubagentRow extends RowBase {
  readonly kind: 'subagent';
  readonly id: string;
  readonly type: string;
  readonly task: string | null;
}

export type Row =
  | PromptRow
  | SpeechRow
  | ToolRow
  | SubagentRow
  /** A prompt was submitted and its hooks ran: its own row comes next, without an id. */
  | (RowBase & { readonly kind: 'submitted' })
  /** A command the host carried out itself is echoed, and its end reported. */
  | (RowBase & { readonly kind: 'command' })
  | (RowBase & { readonly kind: 'end'; readonly reason: string });

/** What a line must hold to be of interest; most others are hooks' runs and token counts. */
export const ROW_WORDS: readonly string[] = [
  'user_message_chunk',
  'agent_message_chunk',
  'agent_thought_chunk',
  'tool_call',
  'turn_completed',
  'user_prompt_submit',
  'subagent_spawned',
];

/** @param source names the row; null for one that is of no interest */
export function parseRow(value: Fields, source: string): Row | null {
  const params = fieldsOf(value.params);
  const update = fieldsOf(params.update);
  const base = baseOf(value, fieldsOf(params._meta), source);
  switch (update.sessionUpdate) {
    case 'user_message_chunk':
      return promptRow(base, update);
    case 'agent_message_chunk':
      return speechRow(base, 'speech', params, update);
    case 'agent_thought_chunk':
      return speechRow(base, 'thought', params, update);
    case 'tool_call':
    case 'tool_call_update':
      return toolRow(base, update);
    case 'subagent_spawned':
      return subagentRow(base, update);
    case 'hook_execution':
      if (update.event_name !== 'user_prompt_submit') return null;
      return { ...base, kind: 'submitted', promptId: stringOf(update.prompt_id) };
    case 'turn_completed': {
      const reason = stringOf(update.stop_reason) ?? 'end_turn';
      return { ...base, kind: 'end', promptId: stringOf(update.prompt_id), reason };
    }
    default:
      return null;
  }
}

const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {});

function baseOf(value: Fields, meta: Fields, source: string): RowBase {
  const { timestamp } = value;
  const at = meta.agentTimestampMs ?? (typeof timestamp === 'number' ? timestamp * 1000 : null);
  const promptId = stringOf(meta.promptId);
  return { at: isTime(at) ? at : null, promptId, source };
}

const isTime = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) > 0 && Number(value) < 8.64e15;

function promptRow(base: RowBase, update: Fields): Row | null {
  const content = fieldsOf(update.content);
  const meta = fieldsOf(update._meta);
  if (meta.hostTurn === true) return { ...base, kind: 'command' };
  const { promptIndex: index } = meta;
  const text = typeof content.text === 'string' ? content.text : null;
  if (text === null && content.type !== 'image') return null;
  return {
    ...base,
    kind: 'prompt',
    text,
    index: typeof index === 'number' && Number.isSafeInteger(index) ? index : null,
    byHost: meta.hideFromScrollback === true,
  };
}

function speechRow(
  base: RowBase,
  kind: SpeechRow['kind'],
  params: Fields,
  update: Fields,
): Row | null {
  const text = stringOf(fieldsOf(update.content).text);
  const { streamStartMs } = fieldsOf(params._meta);
  const stream = typeof streamStartMs === 'number' ? String(streamStartMs) : null;
  return text === null ? null : { ...base, kind, text, stream };
}

function toolRow(base: RowBase, update: Fields): Row {
  const tool = fieldsOf(fieldsOf(update._meta)['x.ai/tool']);
  const begins = update.sessionUpdate === 'tool_call';
  return {
    ...base,
    kind: 'tool',
    id: stringOf(update.toolCallId),
    name: begins ? (stringOf(tool.name) ?? stringOf(update.title) ?? 'unknown') : null,
    input: begins ? update.rawInput : undefined,
    output: update.rawOutput,
    shown: update.content,
    over: update.status === 'completed' || update.status === 'failed',
  };
}

function subagentRow(base: RowBase, update: Fields): Row | null {
  const id = stringOf(update.subagent_id);
  if (id === null) return null;
  const type = stringOf(update.subagent_type) ?? 'subagent';
  const promptId = stringOf(update.parent_prompt_id);
  return { ...base, kind: 'subagent', promptId, id, type, task: stringOf(update.description) };
}
