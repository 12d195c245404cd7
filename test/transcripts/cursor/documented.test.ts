import { describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import { fixtureBytes, turnsIn } from './conversation-file.ts';

/** Turns, texts of the agent, details. */
const counts = (turns: readonly TranscriptTurn[]): readonly number[] => [
  turns.length,
  turns.flatMap(({ fragments }) => fragments).length,
  turns.flatMap(({ details }) => details).length,
];

it.for([
  ['turns', [3, 4, 6]],
  ['turn-ended-block', [2, 2, 1]],
  ['string-content', [2, 2, 0]],
  ['fake-rows', [3, 3, 3]],
  ['extended', [1, 1, 3]],
  ['out-of-usage', [0, 0, 0]],
  ['child', [1, 1, 1]],
] as const)('the fixture %s holds %o', async ([name, expected]) => {
  expect(counts(await turnsIn(fixtureBytes(`${name}.jsonl`)))).toEqual(expected);
});

describe('rows of current versions', () => {
  const read = () => turnsIn(fixtureBytes('turns.jsonl'));

  it('give requests without what the host wrapped around them', async () => {
    expect((await read()).map(({ requests }) => requests)).toEqual([
      ['split the parser'],
      ['match this picture'],
      ['never mind, run the tests'],
    ]);
  });

  it('give what the agent said, without redacted thinking', async () => {
    expect((await read()).map(({ fragments }) => fragments)).toEqual([
      ['Reading first.', 'The parser is split into three files.'],
      ['Looking at it.'],
      ['All 12 tests pass.'],
    ]);
  });

  it('give the time to the minute, and the last one where none is written', async () => {
    expect((await read()).map(({ startedAt }) => startedAt)).toEqual([
      Date.UTC(2026, 9, 2, 16, 21),
      Date.UTC(2026, 9, 2, 16, 40),
      Date.UTC(2026, 9, 2, 16, 40),
    ]);
  });

  it('mark a turn that was stopped', async () => {
    expect((await read()).map(({ interrupted }) => interrupted)).toEqual([false, true, false]);
  });

  it('give inputs of tools, whether they are objects or texts', async () => {
    const inputs = (await read()).flatMap(({ details }) =>
      details.flatMap(({ kind, toolName, input }) =>
        kind === 'tool_input' ? [[toolName, input]] : [],
      ),
    );
    expect(inputs).toEqual([
      ['Read', '{"path":"src/parser.ts"}'],
      ['ApplyPatch', '*** Begin Patch\n*** Update File: src/parser.ts\n*** End Patch'],
      ['ReadFile', '{"path":"/tmp/a.png"}'],
      ['Shell', '{"command":"npm test"}'],
    ]);
  });

  it('hold no data of pictures', async () => {
    expect((await read())[1]?.details[0]).toMatchObject({ kind: 'image', output: '[image]' });
  });

  it('number a turn by its answer among all rows with text', async () => {
    expect((await read()).map(({ number }) => number)).toEqual([3, 5, 7]);
  });
});

it('an end inside a message ends the turn', async () => {
  const turns = await turnsIn(fixtureBytes('turn-ended-block.jsonl'));
  expect(turns).toMatchObject([
    { interrupted: false, details: [] },
    { interrupted: true, details: [{ kind: 'system', output: 'Connection lost' }] },
  ]);
});

it('a turn the host begins itself is no prompt, and an interrupted one goes on', async () => {
  const turns = await turnsIn(fixtureBytes('fake-rows.jsonl'));
  expect(turns).toMatchObject([
    { start: 'prompt', requests: ['research the bug'], startedAt: Date.UTC(2026, 9, 2, 3, 35) },
    { start: 'self', fragments: ['The subagent found it in lexer.ts.'] },
    {
      start: 'prompt',
      requests: ['fix it'],
      fragments: ['Fixed in lexer.ts.'],
      interrupted: false,
    },
  ]);
});

it('ids, results, thinking and times are taken where they are written', async () => {
  const [turn] = await turnsIn(fixtureBytes('extended.jsonl'));
  expect(turn).toMatchObject({
    startedAt: Date.parse('2026-10-02T16:21:30Z'),
    endedAt: Date.parse('2026-10-02T16:21:36Z'),
    answerId: 'm3',
    details: [
      { kind: 'thinking', output: 'wc will do' },
      { kind: 'tool_input', sourceId: 'toolu_1', toolName: 'Shell' },
      { kind: 'tool_output', sourceId: 'toolu_1:result', toolName: 'Shell', output: '42' },
    ],
  });
});
