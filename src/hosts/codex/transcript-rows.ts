import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';
import { parseSessionMeta } from './session-meta.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A thread that was started by a tool call of this one. */
export interface SpawnedThread {
  readonly thread: string;
  readonly call: string;
}

/** One `response_item`: what was said, thought, called and answered. */
export interface ItemRow {
  readonly kind: 'item';
  readonly item: Fields;
  /** The turn the row itself names (0.150 and later). */
  readonly turnId: string | null;
  /** Epoch milliseconds; the item's own time where it has one, because a fork copies rows under its own. */
  readonly at: number | null;
  /** What names the row's details: its id, else the place in the file. */
  readonly source: string;
  /** Written by the model for a compaction (marked since 0.171). */
  readonly summary: boolean;
  /** In an envelope (0.31 and later), so that other rows tell where the model was called. */
  readonly wrapped: boolean;
}

export type Row =
  | ItemRow
  | { readonly kind: 'meta'; readonly thread: string | null; readonly foreign: boolean }
  | { readonly kind: 'started'; readonly turnId: string | null }
  | { readonly kind: 'ended'; readonly turnId: string | null; readonly failed: boolean }
  | { readonly kind: 'aborted'; readonly turnId: string | null }
  | { readonly kind: 'called'; readonly turnId: string | null }
  | { readonly kind: 'compacted'; readonly message: string }
  | { readonly kind: 'rolled-back'; readonly turns: number }
  | {
      readonly kind: 'review';
      readonly turnId: string | null;
      readonly hint: string;
      readonly at: number | null;
    }
  | { readonly kind: 'spawned'; readonly threads: readonly SpawnedThread[] };

/** `response_item` types that are read; the oldest releases write them without an envelope. */
export const ITEM_TYPES: readonly string[] = [
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'web_search_call',
  'tool_search_call',
  'image_generation_call',
  'agent_message',
];

/**
 * The rows that are read; everything else (`world_state`, `token_usage_record`, events that repeat a
 * `response_item`, and whatever comes next) is not.
 * @param place names the row where it has no id
 */
export function parseRow(value: Fields, place: string): Row | null {
  const { type, payload } = value;
  if (!isRecord(payload)) return parseFlat(value, place);
  switch (type) {
    case 'response_item':
      return parseItem(payload, { at: timeOf(value), place, envelope: value });
    case 'event_msg':
      return parseEvent(payload, timeOf(value));
    case 'session_meta': {
      const { thread, errand } = parseSessionMeta(payload);
      return { kind: 'meta', thread, foreign: errand !== null };
    }
    case 'turn_context':
      return { kind: 'called', turnId: stringOf(payload.turn_id) };
    case 'compacted':
      return { kind: 'compacted', message: stringOf(payload.message) ?? '' };
    default:
      return null;
  }
}

function parseFlat(value: Fields, place: string): Row | null {
  const { type, id, instructions } = value;
  if (type === undefined && instructions !== undefined) {
    return { kind: 'meta', thread: stringOf(id), foreign: false };
  }
  return parseItem(value, { at: timeOf(value), place, envelope: null });
}

interface Around {
  readonly at: number | null;
  readonly place: string;
  readonly envelope: Fields | null;
}

function parseItem(item: Fields, { at, place, envelope }: Around): Row | null {
  const { type, id, internal_chat_message_metadata_passthrough: passed } = item;
  if (typeof type !== 'string' || !ITEM_TYPES.includes(type)) return null;
  const meta = isRecord(passed) ? passed : {};
  const metadata = envelope?.metadata;
  return {
    kind: 'item',
    item,
    turnId: stringOf(meta.turn_id),
    at: milliseconds(meta.create_time) ?? at,
    source: stringOf(id) ?? place,
    summary: isRecord(metadata) && metadata.compaction_output === true,
    wrapped: envelope !== null,
  };
}

function parseEvent(event: Fields, at: number | null): Row | null {
  const turnId = stringOf(event.turn_id);
  switch (event.type) {
    case 'task_started':
    case 'turn_started':
      return { kind: 'started', turnId };
    case 'task_complete':
    case 'turn_complete':
      return { kind: 'ended', turnId, failed: isRecord(event.error) };
    case 'turn_aborted':
      return { kind: 'aborted', turnId };
    case 'thread_rolled_back':
      return { kind: 'rolled-back', turns: countOf(event.num_turns) };
    case 'entered_review_mode':
      return review(event, turnId, at);
    case 'collab_agent_spawn_end':
      return spawned([event.new_thread_id], event.call_id);
    case 'sub_agent_activity':
      return event.kind === 'started' ? spawned([event.agent_thread_id], event.event_id) : null;
    case 'item_completed':
      return isRecord(event.item) ? parseCompleted(event.item, turnId, at) : null;
    default:
      return null;
  }
}

/** Of items only what no `response_item` tells. */
function parseCompleted(item: Fields, turnId: string | null, at: number | null): Row | null {
  const { type, id, tool, kind, receiver_thread_ids: receivers, agent_thread_id: agent } = item;
  if (type === 'EnteredReviewMode') return review(item, turnId, at);
  if (type === 'CollabAgentToolCall' && tool === 'spawn_agent') {
    return spawned(Array.isArray(receivers) ? receivers : [], id);
  }
  return type === 'SubAgentActivity' && kind === 'started' ? spawned([agent], id) : null;
}

const review = (fields: Fields, turnId: string | null, at: number | null): Row => ({
  kind: 'review',
  turnId,
  hint: stringOf(fields.user_facing_hint) ?? '',
  at,
});

function spawned(threads: readonly unknown[], call: unknown): Row | null {
  const by = stringOf(call);
  const known = threads.flatMap((thread) => stringOf(thread) ?? []);
  if (by === null || known.length === 0) return null;
  return { kind: 'spawned', threads: known.map((thread) => ({ thread, call: by })) };
}

const timeOf = ({ timestamp, created_at: created }: Fields): number | null =>
  milliseconds(timestamp) ?? milliseconds(created);

/** ISO text, seconds or milliseconds. */
function milliseconds(value: unknown): number | null {
  if (typeof value === 'string') return finite(Date.parse(value));
  if (typeof value !== 'number') return null;
  return finite(Math.round(value < 1e11 ? value * 1000 : value));
}

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

const countOf = (value: unknown): number =>
  Number.isSafeInteger(value) && Number(value) > 0 ? Number(value) : 0;
