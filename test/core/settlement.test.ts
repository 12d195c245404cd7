import { describe, expect, it } from 'vitest';
import {
  settleSessionOver,
  settleSoFar,
  settleTurnEnd,
  type TurnEnd,
} from '../../src/core/settlement.ts';
import type { TranscriptTurn } from '../../src/core/turn.ts';

const turn = (key: string, fragments: readonly string[], rest: Partial<TranscriptTurn> = {}) => ({
  key,
  continues: false,
  number: 0,
  start: 'prompt' as const,
  startedAt: 1,
  endedAt: 2,
  requests: [`request ${key}`],
  promptIds: [],
  fragments,
  answerId: null,
  interrupted: false,
  details: [],
  ...rest,
});

const end = (lastAnswer: string | null, rest: Partial<TurnEnd> = {}): TurnEnd => ({
  lastAnswer,
  promptId: null,
  failed: false,
  ...rest,
});

interface Case {
  readonly turns: readonly TranscriptTurn[];
  readonly report: TurnEnd;
  readonly knownAnswer?: boolean;
  readonly late?: boolean;
}

/** `key:state:answer` of what is stored and how many turns are covered, or `wait`. */
function outcome({ turns, report, knownAnswer = false, late = false }: Case): string {
  const settled = settleTurnEnd({ turns, lastOpen: true }, report, { knownAnswer, late });
  if (settled === 'wait') return 'wait';
  const stored = settled.store.map(
    ({ turn: { key }, state, answer }) => `${key}:${state}:${answer}`,
  );
  return [...stored, `covers ${settled.cover}`].join(' ');
}

describe('the end of a turn that the host reports', () => {
  it.for<[string, Case, string]>([
    [
      'stores the turn whose answer it is',
      { turns: [turn('a', ['work', 'done'])], report: end('done') },
      'a:complete:done covers 1',
    ],
    [
      'waits for the turn that is named, though the one before ended with the same words',
      {
        turns: [turn('a', ['ack']), turn('b', [], { promptIds: ['p'] })],
        report: end('ack', { promptId: 'p' }),
      },
      'wait',
    ],
    [
      'stores the turn that is named when it is late, though the one before ended with the same words',
      {
        turns: [turn('a', ['ack']), turn('b', [], { promptIds: ['p'] })],
        report: end('ack', { promptId: 'p' }),
        late: true,
      },
      'a:complete:ack b:provisional:ack covers 1',
    ],
    [
      'compares without the space around, and stores it with',
      { turns: [turn('a', ['done \n'])], report: end(' done') },
      'a:complete:done \n covers 1',
    ],
    [
      'joins the blocks of one message as the host does',
      { turns: [turn('a', ['first', 'second'])], report: end('first\n\nsecond') },
      'a:complete:first\n\nsecond covers 1',
    ],
    [
      'stores what came before as closed, complete or interrupted',
      {
        turns: [
          turn('a', ['x']),
          turn('b', []),
          turn('c', ['y'], { interrupted: true }),
          turn('d', ['z']),
        ],
        report: end('z'),
      },
      'a:complete:x b:interrupted:null c:interrupted:y d:complete:z covers 4',
    ],
    [
      'waits while the answer is not in the file',
      { turns: [turn('a', ['only a remark'])], report: end('done') },
      'wait',
    ],
    ['waits while nothing new is in the file', { turns: [], report: end('done') }, 'wait'],
    [
      'does not wait when the host names no answer',
      { turns: [turn('a', ['done'])], report: end(null) },
      'a:complete:done covers 1',
    ],
    [
      'does not wait when the answer is blank',
      { turns: [turn('a', ['done'])], report: end(' \n') },
      'a:complete:done covers 1',
    ],
    [
      'stores no error text as an answer',
      {
        turns: [turn('a', [], { interrupted: true })],
        report: end('API Error: 529', { failed: true }),
      },
      'a:interrupted:null covers 1',
    ],
    [
      'does nothing for a report that is repeated',
      { turns: [], report: end('done'), knownAnswer: true },
      'covers 0',
    ],
  ])('%s', ([, given, expected]) => {
    expect(outcome(given)).toBe(expected);
  });
});

describe('a report that comes late', () => {
  it('ends the turn that holds its prompt although the next one is answered', () => {
    const turns = [
      turn('a', ['one'], { promptIds: ['p0'] }),
      turn('b', ['two'], { promptIds: ['p1'] }),
    ];
    const report = end('one', { promptId: 'p0' });
    expect(outcome({ turns, report })).toBe('a:complete:one covers 1');
  });

  it('ends that turn also when the next one was answered with the same words', () => {
    const turns = [
      turn('a', ['ok'], { promptIds: ['p0'] }),
      turn('b', ['ok'], { promptIds: ['p1'] }),
    ];
    const report = end('ok', { promptId: 'p0' });
    expect(outcome({ turns, report })).toBe('a:complete:ok covers 1');
  });
});

describe('a turn that failed', () => {
  it('leaves the prompt that was queued behind it to its own report', () => {
    const turns = [turn('a', ['half'], { interrupted: true }), turn('b', [])];
    const report = end('API Error: 529', { failed: true });
    expect(outcome({ turns, report })).toBe('a:interrupted:half covers 1');
  });

  it('is stored when the host has not written the error yet', () => {
    const report = end('API Error: 529', { failed: true });
    expect(outcome({ turns: [turn('a', [])], report })).toBe('a:interrupted:null covers 1');
  });
});

describe('prompts that were queued behind the turn that ended', () => {
  const queued = [turn('b', []), turn('c', []), turn('d', [])];

  it.for([1, 2, 3])('are left for later when %i of them stand behind it', (count) => {
    const turns = [turn('a', ['done']), ...queued.slice(0, count)];
    expect(outcome({ turns, report: end('done') })).toBe('a:complete:done covers 1');
  });

  it('are not waited for when the turn before them is stored already', () => {
    expect(outcome({ turns: queued, report: end('done'), knownAnswer: true })).toBe('covers 0');
  });

  it('are waited for when the report names one of their prompts', () => {
    const turns = [turn('b', [], { promptIds: ['p2'] })];
    const report = end('done', { promptId: 'p2' });
    expect(outcome({ turns, report, knownAnswer: true })).toBe('wait');
  });

  it('do not let the search reach past a turn in which the agent has spoken', () => {
    const turns = [turn('a', ['done']), turn('b', ['other']), turn('c', [])];
    expect(outcome({ turns, report: end('done') })).toBe('wait');
  });

  it('end the search once the newest of them is being answered', () => {
    const turns = [turn('a', ['done']), turn('b', ['working'])];
    expect(outcome({ turns, report: end('done') })).toBe('wait');
  });

  it('are waited for when no turn at all has an answer', () => {
    expect(outcome({ turns: queued, report: end('done') })).toBe('wait');
  });
});

describe('when no time is left', () => {
  it('stores the reported answer as provisional and reads the turn again later', () => {
    const turns = [turn('a', ['x']), turn('b', ['remark'])];
    const report = end('done', { promptId: 'p' });
    expect(outcome({ turns, report, late: true })).toBe('a:complete:x b:provisional:done covers 1');
  });

  it('does so when the prompt is one of the turn', () => {
    const turns = [turn('b', [], { promptIds: ['p'] })];
    const report = end('done', { promptId: 'p' });
    expect(outcome({ turns, report, late: true })).toBe('b:provisional:done covers 0');
  });

  it('finds the turn by its prompt when queued prompts stand behind it', () => {
    const turns = [turn('a', [], { promptIds: ['p'] }), turn('b', [], { promptIds: ['q'] })];
    const report = end('done', { promptId: 'p' });
    expect(outcome({ turns, report, late: true })).toBe('a:provisional:done covers 0');
  });

  it.for<[string, readonly TranscriptTurn[]]>([
    ['there is no turn', []],
    ['the turn is of another prompt', [turn('b', [], { promptIds: ['q'] })]],
    ['the rows only continue a stored turn', [turn('b', ['more'], { continues: true })]],
  ])('stores nothing when %s', ([, turns]) => {
    const report = end('done', { promptId: 'p' });
    expect(outcome({ turns, report, late: true })).toBe('covers 0');
  });
});

describe('a session that may still run', () => {
  const keys = (lastOpen: boolean): readonly string[] =>
    settleSoFar({ turns: [turn('a', ['x']), turn('b', ['y'])], lastOpen }).store.map(
      (settled) => settled.turn.key,
    );

  it('keeps its unfinished turn for its own report', () => {
    expect(keys(true)).toEqual(['a']);
  });

  it('gives what is finished', () => {
    expect(keys(false)).toEqual(['a', 'b']);
  });
});

describe('a session that is over', () => {
  const states = (turns: readonly TranscriptTurn[], lastOpen: boolean): readonly string[] =>
    settleSessionOver({ turns, lastOpen }).store.map(({ state }) => state);

  it('leaves an unfinished turn interrupted', () => {
    expect(states([turn('a', ['x']), turn('b', ['half'])], true)).toEqual([
      'complete',
      'interrupted',
    ]);
  });

  it('keeps a finished turn complete', () => {
    expect(states([turn('a', ['x'])], false)).toEqual(['complete']);
  });

  it('may have nothing new', () => {
    expect(states([], false)).toEqual([]);
  });
});
