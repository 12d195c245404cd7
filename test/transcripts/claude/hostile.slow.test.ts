import process from 'node:process';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { agent, fixtureBytes, jsonl, SessionFile, toolUse, typed, user } from './session-file.ts';

const SECOND = 1000;

/** Milliseconds of the processor: what else runs on the machine does not count. */
function processorTime(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

describe('any bytes', () => {
  let file: SessionFile;
  beforeAll(async () => {
    const scratch = await SessionFile.create();
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
    const property = fc.property(fc.uint8Array({ maxLength: 3000 }), (bytes) => {
      readEverywhere(bytes);
    });
    fc.assert(property, { numRuns: 100 });
  });

  it.for(['2.1.332-image-queued', '2.1.150-compact-resume', '1.0.128-resume'] as const)(
    'of %s with some changed are read without failing',
    (name) => {
      const bytes = fixtureBytes(name);
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
    const keys = [
      'type',
      'uuid',
      'parentUuid',
      'timestamp',
      'message',
      'attachment',
      'isMeta',
      'origin',
    ];
    const inner = [
      'role',
      'content',
      'type',
      'text',
      'id',
      'input',
      'prompt',
      'command',
      'toString',
    ];
    const words = ['user', 'assistant', 'attachment', 'text', 'tool_use', 'file', 'queued_command'];
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
    ['a line of row starts', `${'{"type":"user",'.repeat(70_000)}\n`],
    ['a line of open brackets', `${'{"user":['.repeat(100_000)}\n`],
    ['a line of quotes', `{"user"${'"'.repeat(1_000_001)}\n`],
    ['many small rows on one line', `${'{"type":"user"}'.repeat(70_000)}\n`],
    [
      'a deeply nested tool input',
      jsonl(typed('u', 'go'), toolUse('a', 't', 'X', '@')).replace('"@"', nested),
    ],
    [
      'open elements of a notice',
      jsonl(
        user('u', `<task-notification>${'<note>'.repeat(150_000)}</task-notification>`),
        agent('a', 'x'),
      ),
    ],
    [
      'reminders in a row',
      jsonl(typed('u', '<system-reminder></system-reminder>'.repeat(30_000)), agent('a', 'x')),
    ],
    [
      'unfinished escape sequences',
      jsonl(typed('u', `${'\u001b]8;;\u001bP'.repeat(150_000)}`), agent('a', 'x')),
    ],
    [
      'brackets of interruption marks',
      jsonl(typed('u', '[Request interrupted by user'.repeat(40_000))),
    ],
    [
      'a row of very many blocks',
      jsonl(
        typed('u', 'go'),
        user(
          'r',
          Array.from({ length: 200_000 }, () => ({ type: 'tool_result' })),
        ),
      ),
    ],
    ['a million line ends', '\n'.repeat(1_000_000)],
    ['no line end at all', 'x'.repeat(3_000_000)],
  ] as const)('less than a second is enough for %s', ([, content]) => {
    expect(processorTime(() => readEverywhere(content))).toBeLessThan(SECOND);
  });

  it('less than a second is enough for a command element that never closes', () => {
    const content = jsonl(typed('u', `<command-name>${'<command-name>'.repeat(80_000)}`));
    expect(processorTime(() => readEverywhere(content))).toBeLessThan(SECOND);
  });
});
