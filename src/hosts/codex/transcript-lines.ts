import { ITEM_TYPES } from './transcript-rows.ts';

/** How rows in an envelope begin. */
const HEAD =
  /^\{"timestamp":"[^"]{0,64}",(?:"ordinal":\d{1,16},)?"type":"(\w{1,40})","payload":\{(?:"type":"(\w{1,60})")?/;
const HEAD_BYTES = 256;
/** A row that was cut, and the next one on the same line. */
const NEXT_ROW = Buffer.from('{"timestamp":');

const WHOLE_TYPES = ['session_meta', 'turn_context', 'compacted'];
const EVENTS = [
  'task_started',
  'turn_started',
  'task_complete',
  'turn_complete',
  'turn_aborted',
  'thread_rolled_back',
  'entered_review_mode',
  'collab_agent_spawn_end',
  'sub_agent_activity',
];
/** Of completed items, which repeat what was said and done. */
const KEPT_ITEMS = ['EnteredReviewMode', 'CollabAgentToolCall', 'SubAgentActivity'].map((type) =>
  Buffer.from(`"${type}"`),
);

/** Most bytes of a rollout are rows of no interest (state, usage, events): they are not parsed. */
export function mayHoldRow(line: Buffer): boolean {
  const match = HEAD.exec(line.toString('latin1', 0, HEAD_BYTES));
  if (match === null) return true;
  const [, type = '', inner = ''] = match;
  return isKept(type, inner, line) || line.includes(NEXT_ROW, 1);
}

function isKept(type: string, inner: string, line: Buffer): boolean {
  if (type === 'response_item') return inner === '' || ITEM_TYPES.includes(inner);
  if (type !== 'event_msg') return WHOLE_TYPES.includes(type);
  if (inner === 'item_completed') return KEPT_ITEMS.some((item) => line.includes(item));
  return inner === '' || EVENTS.includes(inner);
}
