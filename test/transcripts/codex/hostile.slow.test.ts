import process from 'node:process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { codexTranscripts } from '../../../src/hosts/codex/transcripts.ts';
import {
  agent,
  call,
  FIXTURES,
  fixtureBytes,
  idAt,
  jsonl,
  meta,
  RolloutFile,
  started,
  text,
  user,
} from './rollout.ts';

const SECOND = 1000;

/** Milliseconds of the processor: what else runs on the machine does not count. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user: inUser, system } = process.cpuUsage(before);
  return (inUser + system) / 1000;
}

describe('any bytes', () => {
  let file: RolloutFile;
  beforeAll(async () => {
    const scratch = await RolloutFile.create();
    file = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  /** Reads whole, once more from places it may stop at, and as the threads of a conversation. */
  function readEverywhere(content: string | Uint8Array): void {
    file.write(content);
    const { turns, cursorAfter } = file.read();
    for (const index of [...turns.keys()].slice(0, 5)) file.read(cursorAfter(index));
    const end = cursorAfter(turns.length);
    file.read(end);
    Array.from(codexTranscripts.readSubagents(file.path, () => end));
  }

  it('are read without failing', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      readEverywhere(bytes);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.for(FIXTURES)('of %s with some changed are read without failing', (name) => {
    const bytes = fixtureBytes(name);
    const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
    const property = fc.property(fc.array(change, { minLength: 1, maxLength: 60 }), (changes) => {
      const changed = Buffer.from(bytes);
      for (const { at, byte } of changes) changed[at] = byte;
      readEverywhere(changed);
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('of rows in any order are read without failing', () => {
    const rows = FIXTURES.flatMap((name) => fixtureBytes(name).toString('utf8').split('\n'));
    const property = fc.property(fc.shuffledSubarray(rows), (some) => {
      readEverywhere(`${some.join('\n')}\n`);
    });
    fc.assert(property, { numRuns: 20 });
  });

  it('that are JSON rows of any shape are read without failing', () => {
    const keys = ['type', 'payload', 'timestamp', 'ordinal', 'metadata', 'role', 'content'];
    const inner = [
      'type',
      'role',
      'content',
      'id',
      'turn_id',
      'text',
      'call_id',
      'arguments',
    ].concat([
      'output',
      'item',
      'source',
      'message',
      'num_turns',
      'internal_chat_message_metadata_passthrough',
    ]);
    const words = [
      'response_item',
      'event_msg',
      'session_meta',
      'compacted',
      'message',
      'user',
    ].concat([
      'assistant',
      'task_started',
      'thread_rolled_back',
      'function_call',
      'item_completed',
      idAt(1),
    ]);
    const leaf = fc.oneof(fc.constantFrom(...words), fc.constantFrom(null, 7, true, [], {}, ''));
    const object = fc.dictionary(fc.constantFrom(...inner), fc.oneof(leaf, fc.array(leaf)));
    const value = fc.oneof(leaf, object, fc.array(object));
    const row = fc.dictionary(fc.constantFrom(...keys), value);
    const property = fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      readEverywhere(jsonl(...rows));
    });
    fc.assert(property, { numRuns: 300 });
  });

  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;
  const many = (count: number, row: (index: number) => unknown): string =>
    jsonl(meta(), ...Array.from({ length: count }, (_, index) => row(index)));

  it.for([
    ['a line of row starts', `${'{"timestamp":"",'.repeat(70_000)}\n`],
    ['a line of open brackets', `${'{"type":['.repeat(100_000)}\n`],
    ['many small rows on one line', `${'{"type":"message"}'.repeat(60_000)}\n`],
    [
      'a deeply nested tool input',
      jsonl(meta(), user('go'), call('c', 'x', { arguments: '@' })).replace('"@"', nested),
    ],
    ['very many prompts', many(20_000, (index) => user(`${index}`))],
    ['very many turns', many(10_000, (index) => (index % 2 ? user('x') : started(idAt(index))))],
    ['very many answers', many(20_000, () => agent('x'))],
    [
      'a row of very many items',
      jsonl(meta(), user(Array.from({ length: 100_000 }, () => text('x')))),
    ],
    ['open elements', jsonl(meta(), user('<environment_context>'.repeat(50_000)))],
    [
      'unfinished escape sequences',
      jsonl(meta(), user('\u001b]8;;\u001bP'.repeat(150_000)), agent('x')),
    ],
    ['a million line ends', '\n'.repeat(1_000_000)],
    ['no line end at all', 'x'.repeat(3_000_000)],
  ] as const)('less than a second is enough for %s', ([, content]) => {
    expect(processorTime(() => readEverywhere(content))).toBeLessThan(SECOND);
  });
});
