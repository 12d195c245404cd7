import type { Detail } from '../../core/turn.ts';
import type { BoundedMap } from '../bounded-map.ts';
import { detail, textOrJson } from '../detail.ts';
import { plainText } from '../plain-text.ts';
import type { Block, MessageRow } from './transcript-rows.ts';
import { withoutRedactions } from './transcript-text.ts';
import { userWords } from './user-words.ts';

/** A detail before it has a name. `id` is the host's own, where it writes one. */
export type NewDetail = Omit<Detail, 'sourceId'> & { readonly id: string | null };

/**
 * What a block holds besides words; null for words and for what is not kept.
 * @param tools names of the tools that were called with an id
 */
export function blockDetail(block: Block, tools: BoundedMap<string>): NewDetail | null {
  switch (block.type) {
    case 'thinking':
      return newDetail(null, 'thinking', 'thinking', null, block.text);
    case 'image':
      return newDetail(null, 'image', 'image', null, '[image]');
    case 'tool_use':
      if (block.id !== null) tools.set(block.id, block.name);
      return newDetail(block.id, 'tool_input', block.name, textOrJson(block.input), null);
    case 'tool_result': {
      const name = (block.id === null ? undefined : tools.take(block.id)) ?? 'unknown';
      const id = block.id === null ? null : `${block.id}:result`;
      return newDetail(id, 'tool_output', name, null, plainText(block.text));
    }
    case 'text':
    case 'turn_ended':
    case 'other':
      return null;
    default:
      return block satisfies never;
  }
}

/** A text of the agent. */
export const utterance = (text: string): NewDetail =>
  newDetail(null, 'utterance', 'utterance', null, text);

/** Why the host ended a turn. */
export const endError = (error: string): NewDetail =>
  newDetail(null, 'system', 'turn_ended', null, error);

/**
 * What a subagent was told (input) and what it said, did and saw. Its thinking is left out.
 * @param source names the row among those of all subagents
 */
export const subagentDetails = (row: MessageRow, source: string): Detail[] =>
  row.blocks.flatMap((block, index) => {
    const [input, output] = subagentTexts(block, row.kind);
    if (input === null && output === null) return [];
    return [detail(`${source}:sub:${index}`, 'subagent', 'subagent', input, output)];
  });

function subagentTexts(
  block: Block,
  speaker: MessageRow['kind'],
): readonly [string | null, string | null] {
  switch (block.type) {
    case 'text': {
      if (speaker === 'user') return [plainText(userWords(block.text).text) || null, null];
      return [null, withoutRedactions(block.text) || null];
    }
    case 'tool_use':
      return [`${block.name} ${textOrJson(block.input) ?? ''}`.trimEnd(), null];
    case 'tool_result':
      return [null, plainText(block.text)];
    case 'image':
      return [null, '[image]'];
    case 'thinking':
    case 'turn_ended':
    case 'other':
      return [null, null];
    default:
      return block satisfies never;
  }
}

const newDetail = (
  id: string | null,
  kind: Detail['kind'],
  toolName: string,
  input: string | null,
  output: string | null,
): NewDetail => ({ id, kind, toolName, input, output });
