import { describe, expect, it } from 'vitest';
import { MOST_FRESH } from '../../src/memory/search-reading.ts';
import { SearchLab } from '../store/search-fixture.ts';

/** Words in the form in which most people type them. */
const WORDS = [
  '결제',
  '설정',
  '값',
  'café',
  'ångström',
  'việt',
  'ガイド',
  'プログラム',
  'ヴェール',
  'データ',
  'が',
  'ばぐ',
  'йод',
  'ελλάδα',
  'ärger-übung',
] as const;

/** What `dakuten` and the like become where a katakana takes half the width. */
const HALF = new Map(
  Object.entries({ ガ: 'ｶﾞ', イ: 'ｲ', ド: 'ﾄﾞ', プ: 'ﾌﾟ', ロ: 'ﾛ', グ: 'ｸﾞ', ラ: 'ﾗ', ム: 'ﾑ' }),
);
const halfWidth = (word: string): string =>
  [...word].map((character) => HALF.get(character) ?? character).join('');

const SPELLINGS = {
  whole: (word: string) => word,
  'in parts': (word: string) => word.normalize('NFD'),
  capitalized: (word: string) => word.charAt(0).toUpperCase() + word.slice(1),
  capital: (word: string) => word.toUpperCase(),
  'of half width': halfWidth,
} as const;

const output = (text: string) =>
  ({ kind: 'tool_output', toolName: 'Bash', input: 'ls', output: text, sourceId: 'd' }) as const;

/** Ways in which a text is searched, each with the number of the turn that holds the word. */
const PATHS = {
  'the index': async (lab: SearchLab, text: string) => {
    const [turn] = lab.tell([{ request: text }]);
    lab.catchUp();
    return { turn, details: false };
  },
  'reading the newest': async (lab: SearchLab, text: string) => {
    const [turn] = lab.tell([{ request: text }]);
    return { turn, details: false };
  },
  'the database': async (lab: SearchLab, text: string) => {
    const [turn] = lab.tell([{ request: text }]);
    lab.tell(Array.from({ length: MOST_FRESH }, () => ({ request: 'other' })));
    return { turn, details: false };
  },
  details: async (lab: SearchLab, text: string) => {
    const [turn] = lab.tell([{ request: 'list', details: [output(text)] }]);
    return { turn, details: true };
  },
} as const;

describe.for(Object.keys(PATHS) as (keyof typeof PATHS)[])('by %s', (path) => {
  it.for(Object.keys(SPELLINGS) as (keyof typeof SPELLINGS)[])(
    'words that are written %s are found, however they are typed',
    async (spelling) => {
      await using lab = await SearchLab.create();
      const text = WORDS.map((word) => `- ${SPELLINGS[spelling](word)} -`).join('\n');
      const { turn, details } = await PATHS[path](lab, text);
      const typed = WORDS.flatMap((word) => [word, word.normalize('NFD'), `"${word}"`]);
      const missed = typed.filter((word) => !lab.found(word, { details }).includes(turn ?? 0));
      expect(missed).toEqual([]);
    },
  );

  it('a syllable in parts is not found as the beginning of another', async () => {
    await using lab = await SearchLab.create();
    const { turn, details } = await PATHS[path](lab, '각각'.normalize('NFD'));
    expect(lab.found('가', { details })).toEqual([]);
    expect(lab.found('각각', { details })).toEqual([turn]);
  });
});

it('what a sign stands for is compared, and nothing is too long for it', async () => {
  await using lab = await SearchLab.create();
  lab.tell([{ request: '\ufdfa'.repeat(2000), details: [output('\ufdfa'.repeat(2000))] }]);
  expect(lab.found('\ufdfa'.repeat(50_000), { details: true })).toEqual([1]);
});
