import { expect, it } from 'vitest';
import { type Draft, DraftList } from '../../src/hosts/draft-list.ts';
import { TurnProgress } from '../../src/hosts/turn-progress.ts';

const place = (offset: number) => ({
  fileId: '',
  offset,
  headHash: '',
  tailHash: '',
  state: null,
});

const draft = (offset: number, visible = true, undecided = !visible): Draft => ({
  from: place(offset),
  progress: new TurnProgress(),
  visible,
  undecided,
  toTurn: () => ({
    key: `k${offset}`,
    continues: false,
    number: offset,
    start: 'prompt',
    startedAt: null,
    endedAt: null,
    requests: [],
    promptIds: [],
    fragments: [],
    answerId: null,
    interrupted: false,
    details: [],
  }),
});

const END = place(100);

function listOf(...drafts: readonly Draft[]): DraftList<Draft> {
  const list = new DraftList<Draft>(null, false);
  for (const one of drafts) list.begin(one);
  return list;
}

const offsets = (list: DraftList<Draft>) => list.result(END).bounds.map(({ offset }) => offset);

it('gives where each turn begins, and what comes next', () => {
  expect(offsets(listOf(draft(1), draft(2)))).toEqual([1, 2, 100]);
});

it.for([
  ['from its beginning, while it may become one', true, [1, 2]],
  ['not again, when it cannot', false, [1, 100]],
] as const)('what is no turn yet is read %s', ([, undecided, expected]) => {
  expect(offsets(listOf(draft(1), draft(2, false, undecided)))).toEqual(expected);
});

it('a turn that begins ends the one before', () => {
  const first = draft(1);
  const list = listOf(first, draft(2));
  expect([first.progress.closed, list.current?.progress.closed]).toEqual([true, false]);
});

it('the last turn is open until something says that it is over', () => {
  const last = draft(2);
  const list = listOf(draft(1), last);
  const before = list.result(END).lastOpen;
  last.progress.set({ ended: true });
  expect([before, list.result(END).lastOpen]).toEqual([true, false]);
});

it('rows belong to no turn behind one that was left', () => {
  const list = listOf(draft(1));
  list.leave();
  expect([list.owner(), list.result(END).lastOpen]).toEqual([null, false]);
});

it('a turn that is taken back is none', () => {
  const first = draft(1);
  const list = listOf(first, draft(2));
  list.drop(first);
  expect([list.current, offsets(list)]).toEqual([first, [1, 100]]);
});

it.for<[string, (list: DraftList<Draft>) => void, boolean]>([
  ['rows of an agent alone', (list) => list.owner(), true],
  ['a request alone', (list) => list.seeRequest(), false],
  ['neither', () => undefined, false],
])('a file with %s has lost its head or not', ([, read, expected]) => {
  const list = new DraftList<Draft>(null, false);
  read(list);
  expect(list.result(END).headless).toBe(expected);
});

it('a request behind rows of an agent is a head', () => {
  const list = new DraftList<Draft>(null, false);
  list.owner();
  list.seeRequest();
  expect(list.result(END).headless).toBe(false);
});

it('goes on with a turn that was settled before', () => {
  const resumed = draft(1);
  const list = new DraftList<Draft>(resumed, true);
  expect([list.current, list.begun, list.result(END).turns]).toMatchObject([
    resumed,
    true,
    [{ key: 'k1' }],
  ]);
});
