import { randomUUID } from 'node:crypto';
import { type ModelAnswer, type ModelApi, OUTPUT_TOKENS, type StreamEvent } from './model-api.ts';
import { field, list } from './reply-script.ts';

/** What Claude Code speaks: https://docs.anthropic.com/en/api/messages-streaming. */
export const anthropicMessages: ModelApi = {
  shell: 'Bash',
  toolNames: (body) => list(field(body, 'tools')).map((tool) => field(tool, 'name')),
  whole: messageOf,
  stream: streamOf,
};

type ContentBlock =
  | { readonly type: 'thinking'; readonly thinking: string; readonly signature: string }
  | { readonly type: 'text'; readonly text: string }
  | {
      readonly type: 'tool_use';
      readonly id: string;
      readonly name: string;
      readonly input: Readonly<Record<string, string>>;
    };

interface Message {
  readonly id: string;
  readonly type: 'message';
  readonly role: 'assistant';
  readonly model: unknown;
  readonly content: readonly ContentBlock[];
  readonly stop_reason: 'tool_use' | 'end_turn';
  readonly stop_sequence: null;
  readonly usage: Readonly<Record<string, number>>;
}

function messageOf(body: unknown, answer: ModelAnswer): Message {
  const tool = toolOf(answer);
  const last: ContentBlock =
    tool === null
      ? { type: 'text', text: answer.text || 'ack' }
      : { type: 'tool_use', id: `toolu_${randomUUID()}`, ...tool };
  const thinking = answer.thinking.map(
    (text): ContentBlock => ({ type: 'thinking', thinking: text, signature: 'c2ln' }),
  );
  return {
    id: `msg_${randomUUID()}`,
    type: 'message',
    role: 'assistant',
    model: field(body, 'model'),
    content: [...thinking, last],
    stop_reason: tool === null ? 'end_turn' : 'tool_use',
    stop_sequence: null,
    usage: { input_tokens: answer.inputTokens, output_tokens: OUTPUT_TOKENS },
  };
}

function toolOf({ command, task }: ModelAnswer) {
  if (command !== null) return { name: 'Bash', input: { command, description: 'scripted' } };
  if (task === null) return null;
  const input = { description: 'scripted', prompt: task, subagent_type: 'general-purpose' };
  return { name: 'Task', input };
}

function streamOf(body: unknown, answer: ModelAnswer): StreamEvent[] {
  const message = messageOf(body, answer);
  const { stop_reason, stop_sequence, usage } = message;
  return [
    named('message_start', { message: { ...message, content: [], stop_reason: null } }),
    ...message.content.flatMap((block, index) => {
      const { empty, deltas } = streamed(block);
      return [
        named('content_block_start', { index, content_block: empty }),
        ...deltas.map((delta) => named('content_block_delta', { index, delta })),
        named('content_block_stop', { index }),
      ];
    }),
    named('message_delta', { delta: { stop_reason, stop_sequence }, usage }),
    named('message_stop', {}),
  ];
}

const named = (type: string, data: object): StreamEvent => ({
  name: type,
  data: { type, ...data },
});

function streamed(block: ContentBlock): { readonly empty: object; readonly deltas: object[] } {
  switch (block.type) {
    case 'text':
      return { empty: { type: 'text', text: '' }, deltas: [{ ...block, type: 'text_delta' }] };
    case 'thinking':
      return {
        empty: { type: 'thinking', thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block.thinking },
          { type: 'signature_delta', signature: block.signature },
        ],
      };
    case 'tool_use':
      return {
        empty: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json: JSON.stringify(block.input) }],
      };
    default:
      return block satisfies never;
  }
}
