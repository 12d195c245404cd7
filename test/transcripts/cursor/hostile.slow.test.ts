import process from 'node:process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  agent,
  ConversationFile,
  fixtureBytes,
  jsonl,
  tool,
  typed,
  user,
} from './conversation-file.ts';

const SECOND = 1000;
const MANY_BLOCKS = {
  role: 'assistant',
  message: { content: Array.from({ length: 200_000 }, () => tool('X', 'y')) },
};

/** Milliseconds of the processor: what else runs on the machine does not count. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user: own, system } = process.cpuUsage(before);
  return (own + system) / 1000;
}

describe.for(['id/id.jsonl', 'id/id.txt'])('any bytes in %s', (name) => {
  let file: ConversationFile;
  beforeAll(async () => {
    const scratch = await ConversationFile.create('', name);
    file = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  /** Reads whole and once more from each place it may stop. */
  function readEverywhere(content: string | Uint8Array): void {
    file.write(content);
    const { turns, cursorAfter } = file.read();
    for (const index of turns.keys()) file.read(cursorAfter(index));
    file.read(cursorAfter(turns.length));
  }

  it('are read without failing', () => {
    const property = fc.property(fc.uint8Array({ maxLength: 3000 }), readEverywhere);
    fc.assert(property, { numRuns: 100 });
  });

  it.for(['turns.jsonl', 'fake-rows.jsonl', 'extended.jsonl', 'plain-text.txt'] as const)(
    'of %s with some changed are read without failing',
    (fixture) => {
      const bytes = fixtureBytes(fixture);
      const change = fc.record({ at: fc.nat(bytes.length - 1), byte: fc.nat(255) });
      const property = fc.property(fc.array(change, { minLength: 1, maxLength: 40 }), (changes) => {
        const changed = Buffer.from(bytes);
        for (const { at, byte } of changes) changed[at] = byte;
        readEverywhere(changed);
      });
      fc.assert(property, { numRuns: 40 });
    },
  );

  it('that are JSON rows of any shape are read without failing', () => {
    const keys = ['type', 'role', 'message', 'content', 'status', 'error', 'timestamp', 'kind'];
    const inner = ['role', 'content', 'type', 'text', 'id', 'input', 'status', 'name', 'toString'];
    const words = ['user', 'assistant', 'tool', 'turn_ended', 'text', 'tool_use', 'tool_result'];
    const leaf = fc.oneof(fc.constantFrom(...words), fc.constantFrom(null, 7, true, [], {}, ''));
    const object = fc.dictionary(fc.constantFrom(...inner), fc.oneof(leaf, fc.array(leaf)));
    const value = fc.oneof(leaf, object, fc.array(object));
    const row = fc.dictionary(fc.constantFrom(...keys), value);
    const property = fc.property(fc.array(row, { maxLength: 12 }), (rows) => {
      readEverywhere(jsonl(...rows));
    });
    fc.assert(property, { numRuns: 200 });
  });

  const nested = `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`;

  it.for([
    ['a line of row starts', `${'{"role":"user",'.repeat(70_000)}\n`],
    ['a line of open brackets', `${'{"user":['.repeat(100_000)}\n`],
    ['many small rows on one line', `${'{"role":"user"}'.repeat(70_000)}\n`],
    [
      'a deeply nested tool input',
      jsonl(typed('go'), agent(tool('X', '@'))).replace('"@"', nested),
    ],
    ['elements in a row', jsonl(user('<timestamp></timestamp>'.repeat(40_000)), agent('x'))],
    ['open elements', jsonl(user('<image_files>'.repeat(80_000)), agent('x'))],
    ['open queries', jsonl(user('<user_query>'.repeat(80_000)), agent('x'))],
    ['closed queries', jsonl(user(`<user_query>${'</user_query>'.repeat(80_000)}`), agent('x'))],
    ['redactions', jsonl(typed('go'), agent('[REDACTED]'.repeat(100_000)))],
    ['white space before a redaction', jsonl(typed('go'), agent(`${' '.repeat(1e6)}[REDACTED]x`))],
    ['white space before an element', jsonl(user(' '.repeat(1_000_000)), agent('x'))],
    ['a time without end', jsonl(typed('go', 'Oct 2, '.repeat(150_000)), agent('x'))],
    ['unfinished escapes', jsonl(typed(`${'\u001b]8;;\u001bP'.repeat(150_000)}`), agent('x'))],
    ['very many blocks', jsonl(typed('go'), MANY_BLOCKS)],
    ['speakers', 'user:\nassistant:\n'.repeat(50_000)],
    ['marks of tools', `user:\nassistant:\n${'[Tool call] X\n'.repeat(70_000)}`],
    ['a million line ends', '\n'.repeat(1_000_000)],
    ['no line end at all', 'x'.repeat(3_000_000)],
  ] as const)('less than a second is enough for %s', ([, content]) => {
    file.write(content);
    const time = processorTime(() => file.read(file.read().cursorAfter(1)));
    expect(time).toBeLessThan(SECOND);
  });
});
