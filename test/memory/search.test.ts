import { describe, expect, it } from 'vitest';
import { DAY, NOW, SearchLab } from '../store/search-fixture.ts';

const TALK = [
  {
    request: 'Why does the cache miss?',
    answer: 'The key of src/store/turns.ts:42 had a `raw_user_hash`.',
  },
  { request: '設定ファイルの読み込みが遅い', answer: '起動時に検索の索引を作っていました。' },
  { request: '如何修复数据库锁定问题', answer: '请先关闭其他连接。' },
  {
    request: '설정을 바꿨다',
    answer: 'parseQuery(options) now throws TypeError: Cannot read properties of undefined',
  },
  {
    request: 'Rename captureSession',
    answer: 'Done in two files, café included. 鍵は保存しません。',
  },
  { request: 'a cat sat => there', answer: 'nothing else' },
  { request: 'このAPIを直して', answer: 'UIのCSSとSQLを見ました。請求書PDFの文字化けも同じです。' },
  { request: '用Go写的RPC服务', answer: '결제SDK를 바꿨다'.normalize('NFD') },
  { request: 'a -> b --', answer: 'ΛΟΓΟΣ ½ ΤΕΛΟΣ' },
] as const;

/** The same answers come from the index, from the texts, and from both. */
const WAYS = {
  index: (lab: SearchLab) => lab.catchUp(),
  texts: () => 0,
} as const;

const questions = [
  ['caching', 1],
  ['cached', 1],
  ['src/store/turns.ts', 1],
  ['turns.ts:42', 1],
  ['raw_user_hash', 1],
  ['user_hash', 1],
  ['検索', 2],
  ['設定', 2],
  ['読み込み', 2],
  ['ﾌｧｲﾙ', 2],
  ['索', 2],
  ['数据库', 3],
  ['锁定', 3],
  ['설정', 4],
  ['parsequery', 4],
  ['query options', 4],
  ['"cannot read properties"', 4],
  ['TypeError: Cannot read properties of undefined', 4],
  ['capturesession', 5],
  ['session', 5],
  ['cafe', 5],
  ['鍵', 5],
  ['=>', 6],
  ['API', 7],
  ['"api"', 7],
  ['CSS', 7],
  ['"SQL"', 7],
  ['PDF', 7],
  ['PDFの文字化け', 7],
  ['"PDFの文字化け"', 7],
  ['Go', 8],
  ['"RPC"', 8],
  ['결제', 8],
  ['결제'.normalize('NFD'), 8],
  ['"sdk를 바꿨다"', 8],
  ['->', 9],
  ['λογος', 9],
] as const;

describe.for(Object.keys(WAYS) as (keyof typeof WAYS)[])('by the %s', (way) => {
  it('words, parts of words, paths, errors and signs are found in every script', async () => {
    await using lab = await SearchLab.create();
    lab.tell(TALK);
    WAYS[way](lab);
    expect(questions.map(([question]) => [question, lab.found(question)[0]])).toEqual(questions);
  });

  it('a phrase is found only where it stands', async () => {
    await using lab = await SearchLab.create();
    lab.tell([
      { request: 'read the properties', answer: 'cannot' },
      { request: 'you cannot read it' },
    ]);
    WAYS[way](lab);
    expect(lab.found('"cannot read"')).toEqual([2]);
    expect(lab.found('"read cannot"')).toEqual([]);
  });

  it('what holds all words comes before what holds some, however often', async () => {
    await using lab = await SearchLab.create();
    lab.tell([
      { request: 'lock lock lock lock', answer: 'lock lock' },
      { request: 'one', answer: `the lock of the window ${'and so on '.repeat(50)}` },
      { request: 'window' },
    ]);
    WAYS[way](lab);
    expect(lab.found('lock window')[0]).toBe(2);
    expect(lab.found('lock window')).toHaveLength(3);
  });

  it('the newer of two equal turns comes first', async () => {
    await using lab = await SearchLab.create();
    lab.tell([
      { request: 'deploy', startedAt: NOW - 90 * DAY },
      { request: 'deploy', startedAt: NOW - DAY },
    ]);
    WAYS[way](lab);
    expect(lab.found('deploy')).toEqual([2, 1]);
  });

  it('a turn that was not verified is not found', async () => {
    await using lab = await SearchLab.create();
    lab.tell([{ request: 'secret plan', state: 'unverified' }, { request: 'other' }]);
    WAYS[way](lab);
    expect(lab.found('plan')).toEqual([]);
  });

  it('only what is asked for is searched', async () => {
    await using lab = await SearchLab.create();
    lab.tell([{ request: 'deploy' }, { request: 'deploy', startedAt: NOW }]);
    lab.tell([{ request: 'deploy' }], { ref: { host: 'codex', id: 'two' }, root: '/q' });
    WAYS[way](lab);
    const all = { root: null, host: null, session: null, since: null, before: null };
    const within = (scope: object) =>
      lab.found('deploy', { scope: { ...all, ...scope } }).toSorted();
    expect(within({ root: '/p' })).toEqual([1, 2]);
    expect(within({ host: 'codex' })).toEqual([3]);
    expect(within({ session: 'one' })).toEqual([1, 2]);
    expect(within({ since: NOW })).toEqual([2]);
    expect(within({ before: NOW })).toEqual([1, 3]);
    expect(lab.found('deploy', { last: 1 })).toHaveLength(1);
  });
});

it('details are searched when asked for, and come last', async () => {
  await using lab = await SearchLab.create();
  const output = 'error ENOSPC: no space left on device, write';
  const detail = { kind: 'tool_output', toolName: 'Bash', input: 'df -h', output } as const;
  lab.tell([
    { request: 'why', details: [{ ...detail, sourceId: 'd1' }] },
    { request: 'ENOSPC', answer: 'the disk' },
  ]);
  expect(lab.found('ENOSPC')).toEqual([2]);
  expect(lab.found('ENOSPC', { details: true })).toEqual([2, 1]);
  expect(lab.search('"no space left"', { details: true }).hits[0]).toMatchObject({
    where: 'details',
    turn: { id: 1 },
  });
});

const endless = {
  quotes: '"',
  brackets: '(',
  'open brackets and quotes': '["',
  backslashes: '\\',
  wildcards: '%_',
  'one word': 'x',
  'many words': 'word ',
  'one Japanese word': '設定',
  'Hangul in parts': '결'.normalize('NFD'),
  marks: '\u0301',
  paths: 'a/b.c ',
  'mixed case': 'aB',
  phrases: '"a b" ',
} as const;

describe.for(Object.entries(endless))('100 KB of %s', ([, piece]) => {
  it('are searched in every way, and the beginning is found', async () => {
    await using lab = await SearchLab.create();
    const asked = piece.repeat(100_000 / piece.length);
    const output = piece.repeat(2000);
    const detail = { kind: 'tool_output', toolName: 'Bash', input: '', output } as const;
    lab.tell([{ request: 'other', details: [{ ...detail, sourceId: 'd1' }] }]);
    lab.tell([{ request: output }]);
    for (const work of [() => 0, () => lab.catchUp()]) {
      work();
      expect(lab.found(asked)).toEqual([2]);
      expect(lab.found(asked, { details: true })).toEqual([2, 1]);
    }
  });
});
