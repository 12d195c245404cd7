import { randomUUID } from 'node:crypto';
import { type ModelAnswer, type ModelApi, OUTPUT_TOKENS, type StreamEvent } from './model-api.ts';
import { field, list } from './reply-script.ts';

/** What Codex speaks: https://platform.openai.com/docs/api-reference/responses-streaming. */
export const openaiResponses: ModelApi = {
  shell: 'exec_command',
  toolNames: (body) => list(field(body, 'tools')).map((tool) => field(tool, 'name')),
  whole: responseOf,
  stream: streamOf,
};

interface FunctionCall {
  readonly type: 'function_call';
  readonly id: string;
  readonly call_id: string;
  readonly name: string;
  readonly namespace?: string;
  readonly arguments: string;
  readonly status: 'completed';
}

interface TextPart {
  readonly type: 'output_text';
  readonly text: string;
  readonly annotations: readonly unknown[];
}

interface OutputMessage {
  readonly type: 'message';
  readonly id: string;
  readonly role: 'assistant';
  readonly status: 'completed';
  readonly content: readonly [TextPart];
}

interface Response {
  readonly id: string;
  readonly object: 'response';
  readonly status: 'completed';
  readonly model: unknown;
  readonly output: readonly [FunctionCall | OutputMessage];
  readonly usage: object;
}

function responseOf(body: unknown, answer: ModelAnswer): Response {
  const total = answer.inputTokens + OUTPUT_TOKENS;
  return {
    id: `resp_${randomUUID()}`,
    object: 'response',
    status: 'completed',
    model: field(body, 'model'),
    output: [itemOf(answer)],
    usage: {
      input_tokens: answer.inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: OUTPUT_TOKENS,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: total,
    },
  };
}

function itemOf({ command, task, text }: ModelAnswer): FunctionCall | OutputMessage {
  if (command !== null) return call({ name: 'exec_command' }, { cmd: command });
  if (task !== null) {
    return call({ name: 'spawn_agent', namespace: 'multi_agent_v1' }, { message: task });
  }
  const part: TextPart = { type: 'output_text', text: text || 'ack', annotations: [] };
  const id = `msg_${randomUUID()}`;
  return { type: 'message', id, role: 'assistant', status: 'completed', content: [part] };
}

const call = (
  tool: { readonly name: string; readonly namespace?: string },
  input: object,
): FunctionCall => ({
  type: 'function_call',
  id: `fc_${randomUUID()}`,
  call_id: `call_${randomUUID()}`,
  ...tool,
  arguments: JSON.stringify(input),
  status: 'completed',
});

function streamOf(body: unknown, answer: ModelAnswer): StreamEvent[] {
  const response = responseOf(body, answer);
  const [item] = response.output;
  const events = [
    { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
    ...eventsOf(item),
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response },
  ];
  return events.map((event, sequence_number) => ({
    name: event.type,
    data: { ...event, sequence_number },
  }));
}

function eventsOf(item: FunctionCall | OutputMessage) {
  const added = { type: 'response.output_item.added', output_index: 0 };
  const at = { item_id: item.id, output_index: 0 };
  if (item.type === 'function_call') {
    const done = { type: 'response.function_call_arguments.done', arguments: item.arguments };
    return [
      { ...added, item },
      { ...done, ...at },
    ];
  }
  const [{ text }] = item.content;
  const part = { ...at, content_index: 0 };
  return [
    { ...added, item: { ...item, content: [], status: 'in_progress' } },
    {
      type: 'response.content_part.added',
      ...part,
      part: { type: 'output_text', text: '', annotations: [] },
    },
    { type: 'response.output_text.delta', ...part, delta: text },
    { type: 'response.output_text.done', ...part, text },
  ];
}
