import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import type { BoundedMap } from '../bounded-map.ts';
import { detail, textOrJson } from '../detail.ts';
import { stringOf } from '../payload-fields.ts';
import { plainText } from '../plain-text.ts';
import type { Fields, ItemRow } from './transcript-rows.ts';

type ToolNames = BoundedMap<string>;

/** What a row holds besides words: calls, their results, thinking, images. */
export function itemDetails({ item, source }: ItemRow, tools: ToolNames): readonly Detail[] {
  switch (item.type) {
    case 'reasoning':
      return thinking(item, source);
    case 'function_call':
    case 'tool_search_call':
      return call(item, source, toolName(item), item.arguments, tools);
    case 'custom_tool_call':
      return call(item, source, toolName(item), item.input, tools);
    case 'local_shell_call':
      return call(item, source, 'local_shell', item.action, tools);
    case 'web_search_call':
      return call(item, source, 'web_search', item.action, tools);
    case 'function_call_output':
    case 'custom_tool_call_output':
      return result(item, source, tools);
    case 'image_generation_call':
      return [
        detail(source, 'image', 'image_generation', stringOf(item.revised_prompt), '[image]'),
      ];
    case 'agent_message':
      return agentMessage(item, source);
    default:
      return [];
  }
}

/** A text of the agent that is not its answer. */
export const utterance = (source: string, text: string): Detail =>
  detail(`${source}:text`, 'utterance', 'utterance', null, text);

export const imageDetail = (source: string, index: number): Detail =>
  detail(`${source}:image:${index}`, 'image', 'image', null, '[image]');

/** @param sourceId unique in the session of the parent */
export const subagentDetail = (
  sourceId: string,
  name: string,
  input: string | null,
  output: string | null,
): Detail => detail(sourceId, 'subagent', name, input, output);

function thinking({ summary, content }: Fields, source: string): readonly Detail[] {
  const text = [textsOf(summary), textsOf(content)].find((texts) => texts.length > 0);
  return text === undefined
    ? []
    : [detail(`${source}:thinking`, 'thinking', 'thinking', null, text.join('\n\n'))];
}

function call(
  item: Fields,
  source: string,
  name: string,
  input: unknown,
  tools: ToolNames,
): readonly Detail[] {
  const id = stringOf(item.call_id);
  if (id !== null) tools.set(id, name);
  return [detail(id ?? `${source}:call`, 'tool_input', name, textOrJson(input, withoutData), null)];
}

function result(item: Fields, source: string, tools: ToolNames): readonly Detail[] {
  const id = stringOf(item.call_id);
  const name = (id === null ? undefined : tools.take(id)) ?? 'unknown';
  const sourceId = id === null ? `${source}:result` : `${id}:result`;
  return [detail(sourceId, 'tool_output', name, null, outputText(item.output))];
}

/** What agents of a team write to each other; the payload may be for the model alone. */
function agentMessage(item: Fields, source: string): readonly Detail[] {
  const text = textsOf(item.content).join('').trim();
  const author = stringOf(item.author) ?? 'agent';
  return text === '' ? [] : [subagentDetail(source, author, null, plainText(text))];
}

function toolName({ type, namespace, name }: Fields): string {
  const parts = [stringOf(namespace), stringOf(name)].filter((part) => part !== null);
  return parts.length > 0 ? parts.join('.') : String(type).replace(/_call$/, '');
}

/** A tool's output as a person reads it: `[image]` for each image, other shapes as JSON. */
function outputText(output: unknown): string | null {
  if (typeof output === 'string') return plainText(unwrapped(output));
  if (Array.isArray(output)) return plainText(output.map(partText).join(''));
  if (!isRecord(output)) return textOrJson(output, withoutData);
  const { content } = output;
  return typeof content === 'string'
    ? plainText(unwrapped(content))
    : textOrJson(output, withoutData);
}

const partText = (part: unknown): string => {
  if (!isRecord(part)) return textOrJson(part, withoutData) ?? '';
  if (part.type === 'input_image') return '[image]';
  return typeof part.text === 'string' ? part.text : (textOrJson(part, withoutData) ?? '');
};

/** Until 0.98 a shell's output is JSON in a string: `{"output":…,"metadata":{…}}`. */
function unwrapped(output: string): string {
  if (!output.startsWith('{"output":')) return output;
  try {
    const value: unknown = JSON.parse(output);
    if (!isRecord(value) || !isRecord(value.metadata)) return output;
    return typeof value.output === 'string' ? value.output : output;
  } catch {
    return output; /* SyntaxError: a tool printed something that begins alike */
  }
}

const textsOf = (parts: unknown): readonly string[] =>
  (Array.isArray(parts) ? parts : []).flatMap((part) =>
    isRecord(part) ? (stringOf(part.text) ?? []) : [],
  );

/** Without image data. */
const withoutData = (_key: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('data:image/') ? '[image]' : value;
