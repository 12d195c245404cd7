import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import type { BoundedMap } from '../bounded-map.ts';
import { detail, jsonText, textOrJson } from '../detail.ts';
import { plainText } from '../plain-text.ts';
import type { Row, SpeechRow, SubagentRow, ToolRow } from './transcript-rows.ts';

/** What a tool was given, and what it gave, each from the row that holds it. */
export function toolDetails(row: ToolRow, tools: BoundedMap<string>): Detail[] {
  const { id, name, input, over } = row;
  const source = id ?? row.source;
  const details: Detail[] = [];
  if (name !== null) {
    if (id !== null) tools.set(id, name);
    details.push(detail(source, 'tool_input', name, textOrJson(input, withoutData), null));
  }
  if (!over) return details;
  const owner = name ?? (id === null ? undefined : tools.take(id)) ?? 'unknown';
  details.push(detail(`${source}:result`, 'tool_output', owner, null, plainText(outputText(row))));
  return details;
}

/** A text of the agent that is not its answer. */
export const utterance = (source: string, text: string): Detail =>
  detail(source, 'utterance', 'utterance', null, text);

export const thought = ({ source, text }: SpeechRow): Detail =>
  detail(source, 'thinking', 'thinking', null, text);

export const imageDetail = (source: string): Detail =>
  detail(source, 'image', 'image', null, '[image]');

/** By this the parent's turn is found that started a subagent. */
export const subagentSource = (id: string): string => `subagent:${id}`;

export const subagentStart = ({ id, type, task }: SubagentRow): Detail =>
  detail(subagentSource(id), 'subagent', type, task, null);

/** What a subagent was told (input) and what it said, did and saw. Its thinking is left out. */
export function subagentDetails(row: Row, agent: string, tools: BoundedMap<string>): Detail[] {
  const about = (input: string | null, output: string | null, source = row.source): Detail =>
    detail(`${source}:sub`, 'subagent', agent, input, output);
  switch (row.kind) {
    case 'prompt':
      return row.text === null ? [] : [about(plainText(row.text), null)];
    case 'speech':
      return [about(null, row.text)];
    case 'tool':
      return toolDetails(row, tools).map(({ sourceId, kind, toolName, input, output }) =>
        kind === 'tool_input'
          ? about(`${toolName} ${input ?? ''}`.trimEnd(), null, sourceId)
          : about(null, output, sourceId),
      );
    case 'thought':
    case 'subagent':
    case 'submitted':
    case 'command':
    case 'end':
      return [];
    default:
      return row satisfies never;
  }
}

/** The bytes themselves stand beside the text that the model was given. */
function outputText({ output, shown }: ToolRow): string {
  if (typeof output === 'string') return output;
  if (isRecord(output) && typeof output.output_for_prompt === 'string')
    return output.output_for_prompt;
  const text = shownText(shown);
  return text === '' ? (jsonText(output, withoutData) ?? '') : text;
}

function shownText(shown: unknown): string {
  if (!Array.isArray(shown)) return '';
  const texts = shown.map((part: unknown) => {
    const content = isRecord(part) ? part.content : null;
    if (!isRecord(content)) return '';
    if (typeof content.text === 'string') return content.text;
    return typeof content.type === 'string' ? `[${content.type}]` : '';
  });
  return texts.filter((text) => text !== '').join('\n');
}

/** Without the data of pictures or files. */
function withoutData(key: string, value: unknown): unknown {
  if (key === 'data' && typeof value === 'string') return '[data]';
  const isBytes = key === 'output' && Array.isArray(value) && value.every(Number.isInteger);
  return isBytes ? Buffer.from(value).toString('utf8') : value;
}
