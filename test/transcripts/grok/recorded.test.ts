import { describe, expect, it } from 'vitest';
import { fixtureBytes, recorded } from './session-directory.ts';

/** start, first line of the request, answer, interrupted, position in the view (null: not there) */
type Expected = readonly [string, string, string | null, boolean, number | null];

const recordings: readonly (readonly [string, readonly Expected[]])[] = [
  ['tools', [['prompt', 'think pondering', '|first|  second part|', false, 5]]],
  [
    'queued-taken-back',
    [
      ['prompt', 'say hello one', 'hello one', false, 3],
      ['prompt', 'wait 6000', 'ack', false, 5],
      ['prompt', 'say queued a', 'queued a', false, 7],
      ['prompt', 'say queued b', 'queued b', false, 9],
      ['prompt', 'wait 8000run sleep 7', 'ack', false, 12],
      ['prompt', 'fail 400', null, true, null],
      ['prompt', 'say and on', 'and on', false, 15],
    ],
  ],
  [
    'compact-rewind',
    [
      ['prompt', 'say hello one', 'hello one', false, null],
      ['prompt', 'say hello two', 'hello two', false, null],
      ['prompt', 'run sleep 7', null, true, null],
      ['prompt', 'say and on', 'and on', false, null],
      ['prompt', 'say after rewindsay and on', 'after rewindsay and on', false, 6],
    ],
  ],
  [
    'fork',
    [
      ['prompt', 'say hello one', 'hello one', false, null],
      ['prompt', 'say hello two', 'hello two', false, null],
      ['prompt', 'run sleep 7', null, true, null],
      ['prompt', 'say and on', 'and on', false, null],
      ['prompt', 'say after rewindsay and on', 'after rewindsay and on', false, 6],
      ['prompt', 'say in fork', 'in fork', false, 9],
    ],
  ],
  [
    'background',
    [
      ['prompt', 'bg sleep 4', 'ack', false, 3],
      [
        'self',
        'Background task "01a22e42-dfb2-7120-b3c4-0b047a8d594c" completed (exit code: 0).',
        'ack',
        false,
        5,
      ],
      ['prompt', 'run echo ctx', 'finished echo ctx', false, 8],
      [
        'prompt',
        'sub {"prompt":"say from sub","description":"do it","background":false}',
        'ack',
        false,
        10,
      ],
      [
        'prompt',
        'sub {"prompt":"run echo insub","description":"do it bg","background":true}',
        'ack',
        false,
        12,
      ],
      ['self', 'While you were idle, 1 background subagent completed:', 'ack', false, 14],
    ],
  ],
  [
    'cancelled',
    [
      [
        'prompt',
        'pre first ;; run echo one ;; run echo two ;; run echo three',
        'finished echo three',
        false,
        7,
      ],
      ['prompt', 'slow 600 ;; say a|b|c|d|e|f|g|h', 'a|b|c|d|', true, null],
      ['prompt', 'say after', 'after', false, 10],
      ['prompt', '/tldr what', 'after', false, 12],
    ],
  ],
  [
    'compactions',
    [
      ['prompt', 'say hello one', 'hello one', false, null],
      [
        'prompt',
        'pre before compaction ;; tokens 190000 ;; run echo two',
        'final after compaction',
        false,
        null,
      ],
      ['prompt', 'say same', 'same', false, null],
      ['prompt', 'say same', 'same', false, null],
      ['prompt', 'say third', 'third', false, 6],
    ],
  ],
  [
    'headless',
    [
      ['prompt', 'look at this say seen', 'ack', false, null],
      ['prompt', 'run echo a', null, true, null],
      ['prompt', 'say last', 'last', false, 6],
    ],
  ],
  [
    'compact-refused',
    [
      ['prompt', 'TOOLPLEASE 안녕 hello', 'Final answer 4 완료', false, null],
      ['prompt', 'second 둘째 prompt', 'Final answer 7 완료', false, null],
      ['prompt', 'after compact 셋째', 'Final answer 5 완료', false, 6],
    ],
  ],
];

describe('a recorded session of Grok 1.0.41', () => {
  it.for(recordings)('is read: %s', async ([name, expected]) => {
    await using session = await recorded(name);
    const { status, lastOpen, turns, history } = session.read();
    const view = history?.() ?? null;
    expect([status, lastOpen]).toEqual(['read', false]);
    expect(
      turns.map((turn, index) => [
        turn.start,
        turn.requests.join('|').split('\n', 1).join(''),
        turn.fragments.at(-1) ?? null,
        turn.interrupted,
        view?.groups[view.groupOf[index] ?? -1]?.fragments.at(-1)?.position ?? null,
      ]),
    ).toEqual(expected);
  });

  it('knows every turn by the prompt id that its hooks name', async () => {
    await using session = await recorded('background');
    const { turns } = session.read();
    expect(turns.map(({ key }) => key)).toEqual(turns.flatMap(({ promptIds }) => promptIds));
    expect(turns[1]?.key).toBe('task-completed-01a22e42-dfb2-7120-b3c4-0b047a8d594c');
  });

  it('has the texts of a turn that a compaction crossed', async () => {
    await using session = await recorded('compactions');
    expect(session.read().turns[1]?.fragments).toEqual([
      'before compaction',
      'text right after compaction',
      'final after compaction',
    ]);
  });

  it('has what tools were given and gave, thoughts and pictures, once each', async () => {
    await using tools = await recorded('tools');
    await using pictures = await recorded('headless');
    expect(tools.read().turns[0]?.details.map(({ kind, output }) => [kind, output])).toEqual([
      ['thinking', 'pondering'],
      ['tool_input', null],
      ['tool_output', 'exit: 0\none\n'],
      ['tool_input', null],
      ['tool_output', 'exit: 0\ntwo'],
      ['utterance', 'about|to run'],
      ['utterance', 'and|again'],
    ]);
    expect(pictures.read().turns[0]?.details.map(({ kind }) => kind)).toEqual(['image']);
  });
});

describe('at the end of a turn', () => {
  /** Lines of the stream at each Stop of the recording, and the view at that moment. */
  const stops = [
    [1, 3, 'say hello one', 3],
    [2, 25, 'pre before compaction ;; tokens 190000 ;; run echo two', 6],
    [3, 30, 'say same', 8],
    [4, 35, 'say same', 10],
    [5, 44, 'say third', 6],
  ] as const;

  it.for(stops)(
    'the stream lacks the answer, but names the turn: Stop %i',
    async ([stop, lines, request, position]) => {
      await using session = await recorded('compactions');
      session.write(upTo(fixtureBytes('compactions').toString('utf8'), lines));
      session.show(fixtureBytes(`compactions-stop${stop}-chat`));
      const { turns, lastOpen, history } = session.read();
      const view = history?.() ?? null;
      expect([lastOpen, turns.at(-1)?.requests, turns.at(-1)?.promptIds.length]).toEqual([
        true,
        [request],
        1,
      ]);
      const group = view?.groups[view.groupOf.at(-1) ?? -1];
      expect(group?.fragments.at(-1)?.position).toBe(position);
    },
  );
});

const upTo = (text: string, lines: number): string =>
  text
    .split('\n')
    .slice(0, lines)
    .map((line) => `${line}\n`)
    .join('');
