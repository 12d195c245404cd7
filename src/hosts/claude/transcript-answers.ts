import type { AssistantRow } from './transcript-rows.ts';

/** The model's own reasons to stop; after any other (a tool, a pause, none written) the turn goes on. */
const FINAL = [
  'end_turn',
  'stop_sequence',
  'max_tokens',
  'refusal',
  'model_context_window_exceeded',
];
/** Host texts in the agent's name; older versions do not mark them. */
const HOST_TEXTS = ["You've hit your session limit", "You've reached your", 'API Error'];
/** Keeps user and agent alternating in the request; says nothing. */
const FILLERS = ['No response requested.', '(no content)'];

/** What an assistant row is to its turn. A model's own text may begin like the host's: it was billed. */
export function rowMeaning(row: AssistantRow): 'agent' | 'filler' | 'failure' {
  const ofHost =
    row.synthetic || (!row.billed && HOST_TEXTS.some((text) => row.text.startsWith(text)));
  if (!ofHost) return 'agent';
  return row.text === '' || FILLERS.includes(row.text.trim()) ? 'filler' : 'failure';
}

/** Words after which the model had nothing to do any more. */
export const endsTurn = ({ stopReason, text, blocks }: AssistantRow): boolean =>
  stopReason !== null &&
  FINAL.includes(stopReason) &&
  text.trim() !== '' &&
  !blocks.some(({ type }) => type === 'tool_use');
