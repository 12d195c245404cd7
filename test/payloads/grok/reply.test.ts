import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { HostEvent } from '../../../src/core/event.ts';
import { grokHook } from '../../../src/hosts/grok/hook.ts';
import type { HookAnswer } from '../../../src/hosts/hook-host.ts';

const EVENTS: readonly HostEvent['type'][] = [
  'session-start',
  'prompt-submit',
  'pre-tool-use',
  'process-turn',
  'session-end',
];
const inject: HookAnswer = { kind: 'inject', text: 'a "memory"\n日本', notice: 'for the user' };
const block: HookAnswer = { kind: 'block', reason: 'written down' };

describe('what Grok is told', () => {
  it('is a memory before a tool', () => {
    expect(JSON.parse(grokHook.renderReply(inject, 'pre-tool-use'))).toEqual({
      hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext: 'a "memory"\n日本' },
    });
  });

  it('is a block at a prompt', () => {
    expect(JSON.parse(grokHook.renderReply(block, 'prompt-submit'))).toEqual({
      decision: 'block',
      reason: 'written down',
    });
  });

  it.for(EVENTS)('is nothing else: %s', (on) => {
    const said = [inject, block, { kind: 'nothing' } as const]
      .filter((answer) => !(answer === inject && on === 'pre-tool-use'))
      .filter((answer) => !(answer === block && on === 'prompt-submit'))
      .map((answer) => grokHook.renderReply(answer, on));
    expect(said.join('')).toBe('');
  });
});

describe('a memory that was given with a tool', () => {
  const chat = readFileSync(
    new URL('../../fixtures/grok/grok-1.0.41-background-chat.jsonl', import.meta.url),
    'utf8',
  );
  const given = `${JSON.stringify({
    type: 'user',
    content: [{ type: 'text', text: 'tl-1 and "type":"assistant" in it' }],
  })}\n`;

  it('has arrived when the model has spoken after it', () => {
    expect(grokHook.hasAnswered(Buffer.from(given + chat), 'tl-1')).toBe(true);
  });

  it('has arrived when it is the prompt whose tool is about to run', () => {
    const stream = readFileSync(
      new URL('../../fixtures/grok/grok-1.0.41-tools.jsonl', import.meta.url),
      'utf8',
    );
    expect(grokHook.hasAnswered(Buffer.from(stream.replace('pondering', 'tl-1')), 'tl-1')).toBe(
      true,
    );
    expect(grokHook.hasAnswered(Buffer.from(stream), 'tl-1')).toBe(false);
  });

  it.for([
    ['it stands at the end', chat + given],
    ['it is not there', chat],
    ['there is nothing', ''],
  ] as const)('has not arrived while %s', ([, transcript]) => {
    expect(grokHook.hasAnswered(Buffer.from(transcript), 'tl-1')).toBe(false);
  });
});
