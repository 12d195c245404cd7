import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexHook } from '../../../src/hosts/codex/hook.ts';
import type { HookAnswer } from '../../../src/hosts/hook-host.ts';

const INJECT: HookAnswer = { kind: 'inject', text: 'memory', notice: '3 turns' };
const BLOCK: HookAnswer = { kind: 'block', reason: 'handed over' };
const EVENTS = [
  'session-start',
  'prompt-submit',
  'pre-tool-use',
  'process-turn',
  'session-end',
] as const;

it('gives the model the text and the user the notice', () => {
  expect(JSON.parse(codexHook.renderReply(INJECT, 'prompt-submit'))).toStrictEqual({
    hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: 'memory' },
    systemMessage: '3 turns',
  });
});

it('holds a prompt back with its reason', () => {
  const reply = codexHook.renderReply(BLOCK, 'prompt-submit');
  expect(JSON.parse(reply)).toStrictEqual({ decision: 'block', reason: 'handed over' });
});

describe('nothing at all is printed', () => {
  it.for(EVENTS)('when there is nothing to say at %s', (event) => {
    expect(codexHook.renderReply({ kind: 'nothing' }, event)).toBe('');
  });

  it.for(['pre-tool-use', 'process-turn', 'session-end'] as const)('at %s', (event) => {
    expect([INJECT, BLOCK].map((answer) => codexHook.renderReply(answer, event))).toEqual(['', '']);
  });
});

it('is one JSON object in ASCII, whatever it says', () => {
  const words = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(words, words, (text, notice) => {
      const reply = codexHook.renderReply({ kind: 'inject', text, notice }, 'prompt-submit');
      expect(reply).toMatch(/^\{[\x20-\x7e]*\}$/);
      expect(JSON.parse(reply)).toMatchObject({
        hookSpecificOutput: { hookEventName: 'UserPromptSubmit', additionalContext: text },
        systemMessage: notice,
      });
    }),
  );
});

describe('the model has answered', () => {
  const item = (payload: unknown): string =>
    JSON.stringify({
      timestamp: '2026-11-30T21:00:42.088Z',
      ordinal: 1,
      type: 'response_item',
      payload,
    });
  const message = (role: string, text: string): string =>
    item({ type: 'message', id: 'm', role, content: [{ type: 'output_text', text }] });
  const given = message('developer', 'memory MARK-1 "of" yesterday');
  const fake = `"type":"response_item","payload":{"type":"reasoning"},"role":"assistant"`;
  const answered = (...rows: readonly string[]): boolean =>
    codexHook.hasAnswered(Buffer.from(`${rows.join('\n')}\n`), 'MARK-1');

  it.for([
    ['in words', message('assistant', 'yes')],
    ['in thoughts', item({ type: 'reasoning', summary: [] })],
    ['with a tool', item({ type: 'function_call', name: 'exec_command', arguments: '{}' })],
    ['with a tool of another kind', item({ type: 'custom_tool_call', name: 'apply_patch' })],
  ] as const)('%s', ([, row]) => {
    expect(answered(given, message('user', 'go on'), row)).toBe(true);
  });

  it.for([
    ['nobody has', message('user', 'go on')],
    ['a person quotes a row', message('user', fake)],
    ['a tool prints a row', item({ type: 'function_call_output', output: fake })],
    [
      'the host repeats older answers',
      JSON.stringify({
        type: 'compacted',
        payload: { replacement_history: [{ type: 'message', role: 'assistant' }] },
      }),
    ],
    ['the host counts', JSON.stringify({ type: 'event_msg', payload: { type: 'token_count' } })],
  ] as const)('not when %s', ([, row]) => {
    expect(answered(given, row)).toBe(false);
  });

  it('not before it was given the text', () => {
    expect(answered(message('assistant', 'yes'), given)).toBe(false);
  });

  it('not with its own row, should it carry the mark', () => {
    expect(answered(message('assistant', 'MARK-1'))).toBe(false);
  });

  it('not in an empty file', () => {
    expect(answered()).toBe(false);
  });
});
