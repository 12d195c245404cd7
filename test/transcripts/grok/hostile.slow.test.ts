import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  fixtureBytes,
  jsonl,
  prompt,
  SessionDirectory,
  said,
  submitted,
} from './session-directory.ts';

describe('any bytes', () => {
  let session: SessionDirectory;
  beforeAll(async () => {
    const scratch = await SessionDirectory.create();
    session = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  /** Reads whole, and once more from each place it may stop. */
  function readEverywhere(updates: string | Uint8Array, chat: string | Uint8Array): void {
    session.write(updates);
    session.show(chat);
    const { turns, cursorAfter, history } = session.read();
    history?.();
    for (const index of turns.keys()) session.read(cursorAfter(index)).history?.();
    session.read(cursorAfter(turns.length));
  }

  it('are read without failing', () => {
    const bytes = fc.uint8Array({ maxLength: 3000 });
    fc.assert(fc.property(bytes, bytes, readEverywhere), { numRuns: 100 });
  });

  it.for(['background', 'compactions', 'headless'] as const)(
    'of %s with some changed are read without failing',
    (name) => {
      const updates = fixtureBytes(name);
      const chat = fixtureBytes(`${name}-chat`);
      const change = fc.record({ at: fc.nat(updates.length - 1), byte: fc.nat(255) });
      const property = fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        const changed = Buffer.from(updates);
        const view = Buffer.from(chat);
        for (const { at, byte } of changes) {
          changed[at] = byte;
          view[at % view.length] = byte;
        }
        readEverywhere(changed, view);
      });
      fc.assert(property, { numRuns: 40 });
    },
  );

  it('that are JSON rows of any shape are read without failing', () => {
    const value = fc.jsonValue();
    const kind = fc.constantFrom(
      'user_message_chunk',
      'agent_message_chunk',
      'agent_thought_chunk',
      'tool_call',
      'tool_call_update',
      'turn_completed',
      'hook_execution',
      'subagent_spawned',
    );
    const update = fc.record(
      {
        sessionUpdate: kind,
        content: value,
        _meta: value,
        toolCallId: value,
        rawInput: value,
        rawOutput: value,
        status: fc.constantFrom('completed', 'failed', 1),
        event_name: fc.constant('user_prompt_submit'),
        prompt_id: fc.oneof(fc.constantFrom('p', 'q'), value),
        stop_reason: value,
        subagent_id: value,
      },
      { requiredKeys: ['sessionUpdate'] },
    );
    const row = fc.record({ timestamp: value, params: fc.record({ update, _meta: value }) });
    const message = fc.record({
      type: fc.constantFrom('user', 'assistant', 'tool_result', 'system'),
      content: fc.oneof(value, fc.array(fc.record({ type: fc.constant('text'), text: value }))),
      synthetic_reason: value,
      prompt_index: value,
    });
    fc.assert(
      fc.property(fc.array(row, { maxLength: 12 }), fc.array(message), (rows, messages) => {
        readEverywhere(jsonl(...rows), jsonl(...messages));
      }),
      { numRuns: 300 },
    );
  });

  it('nested without end, or of lone surrogates, are read without failing', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const input = `{"params":{"update":{"sessionUpdate":"tool_call","toolCallId":"c","rawInput":${deep}},"_meta":{}}}\n`;
    readEverywhere(jsonl(submitted('p'), prompt(0, '\ud800'), said('p', '\udfff')) + input, deep);
    expect(session.read().turns.map(({ key }) => key)).toEqual(['p']);
  });
});
