import { randomUUID } from 'node:crypto';
import { type ModelAnswer, type ModelApi, OUTPUT_TOKENS, type StreamEvent } from './model-api.ts';
import { field, list } from './reply-script.ts';

/** What Grok speaks: https://platform.openai.com/docs/api-reference/chat-streaming. */
export const openaiChat: ModelApi = {
  shell: 'run_terminal_command',
  toolNames: (body) =>
    list(field(body, 'tools')).map((tool) => field(field(tool, 'function'), 'name')),
  whole(body, answer) {
    const { content, tool_calls, finish_reason } = messageOf(answer);
    const message = { role: 'assistant', content, tool_calls };
    const choices = [{ index: 0, message, finish_reason }];
    return { ...headOf(body, 'chat.completion'), choices, usage: usageOf(answer) };
  },
  stream: streamOf,
};

const headOf = (body: unknown, object: string) => ({
  id: `chatcmpl_${randomUUID()}`,
  object,
  created: 1,
  model: field(body, 'model'),
});

const usageOf = ({ inputTokens }: ModelAnswer) => ({
  prompt_tokens: inputTokens,
  completion_tokens: OUTPUT_TOKENS,
  total_tokens: inputTokens + OUTPUT_TOKENS,
});

function messageOf(answer: ModelAnswer) {
  const tool = toolOf(answer);
  if (tool === null) {
    return { content: answer.text || 'ack', tool_calls: undefined, finish_reason: 'stop' };
  }
  const { name, input } = tool;
  const called = { name, arguments: JSON.stringify(input) };
  const call = { index: 0, id: `call_${randomUUID()}`, type: 'function', function: called };
  return { content: '', tool_calls: [call], finish_reason: 'tool_calls' };
}

function toolOf({ command, task }: ModelAnswer) {
  if (command !== null) {
    const input = { command, description: 'scripted', is_background: false };
    return { name: 'run_terminal_command', input };
  }
  if (task === null) return null;
  const input = { description: 'scripted', prompt: task, subagent_type: 'general-purpose' };
  return { name: 'spawn_subagent', input };
}

function streamOf(body: unknown, answer: ModelAnswer): StreamEvent[] {
  const { content, tool_calls, finish_reason } = messageOf(answer);
  const delta = { role: 'assistant', content, tool_calls };
  const head = headOf(body, 'chat.completion.chunk');
  const chunks = [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason }] },
    { ...head, choices: [], usage: usageOf(answer) },
    '[DONE]',
  ];
  return chunks.map((data) => ({ name: null, data }));
}
