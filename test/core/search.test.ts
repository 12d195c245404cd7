import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  eachPosting,
  entriesNamed,
  PostingList,
  packEntries,
  unpackEntries,
} from '../../src/core/search-postings.ts';
import { parseQuery } from '../../src/core/search-query.ts';
import { mergeSegments, SegmentBuilder } from '../../src/core/search-segment.ts';
import { matchText, snippetOf } from '../../src/core/search-snippet.ts';
import { termsOf } from '../../src/core/search-terms.ts';

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc
    .array(
      fc.constantFrom(
        '設定',
        'の',
        'ファイル',
        'fooBar',
        'a_b',
        ' ',
        'ｶﾞ',
        '𠮷',
        'é',
        '/',
        '한국',
        '"',
      ),
    )
    .map((words) => words.join('')),
);

describe('terms', () => {
  it.for([
    ['foo_bar', ['foo', 'bar']],
    ['HTMLParser', ['htmlparser', 'html', 'parser']],
    ['読み込み', ['読み', 'み込', '込み', 'み']],
    ['鍵', ['鍵']],
    ['npmコマンド', ['npm', 'コマ', 'マン', 'ンド', 'ド']],
    ['ＡＢＣ ﾃﾞｰﾀ Café', ['abc', 'デー', 'ータ', 'タ', 'cafe']],
    ['𠮷野', ['𠮷野', '野']],
    ['=> !', []],
  ] as const)('of %s', ([written, terms]) => {
    expect(termsOf(written)).toEqual(terms);
  });

  it('are of no endless length, and whole characters', () => {
    expect(termsOf(`${'x'.repeat(47)}𐍈𐍈`)).toEqual(['x'.repeat(47)]);
  });

  it('of any text are found by asking for that text', () => {
    fc.assert(
      fc.property(text, (written) => {
        const known = new Set(termsOf(written));
        const joined = parseQuery(written).filter(({ kind }) => kind !== 'hint');
        for (const { ways } of joined) {
          const isThere = ways.some((way) =>
            way.every(
              ({ text: term, stem }) =>
                known.has(term) ||
                [...known].some((other) => stem !== null && other.startsWith(stem)),
            ),
          );
          expect(isThere, written).toBe(true);
        }
      }),
    );
  });
});

it('any text can be asked for and shown, and a snippet holds what is in the text', () => {
  fc.assert(
    fc.property(text, text, (question, written) => {
      const units = parseQuery(question);
      const match = matchText(written, units);
      const pieces = snippetOf(written, match, units);
      expect(pieces.map((piece) => piece.text).join('').length).toBeLessThanOrEqual(260);
      expect(match.units.size > 0 || pieces.every(({ hit }) => !hit)).toBe(true);
    }),
  );
});

it('a path of the query is marked where it stands, whatever stands before it', () => {
  const units = parseQuery('src/a.ts');
  const shown = snippetOf('ﾊﾟｽは src/a.ts です', matchText('ﾊﾟｽは src/a.ts です', units), units);
  expect(shown.filter(({ hit }) => hit).map((piece) => piece.text)).toEqual(['src/a.ts']);
});

describe('postings', () => {
  it('are read as they were written, up to large numbers', () => {
    const documents = [0, 1, 127, 128, 129, 20_000, 3_000_000];
    const list = new PostingList();
    for (const document of documents) list.add({ document, request: document % 16, answer: 3 });
    const read: number[][] = [];
    eachPosting(list.bytes, (...posting) => read.push(posting));
    expect(read).toEqual(documents.map((document) => [document, document % 16, 3]));
  });

  it('count both roles of a document, and not without end', () => {
    const list = new PostingList();
    for (let time = 0; time < 40; time += 1) list.count(5, time % 2 === 0 ? 'request' : 'answer');
    const read: number[][] = [];
    eachPosting(list.bytes, (...posting) => read.push(posting));
    expect(read).toEqual([[5, 15, 15]]);
  });

  it('are packed with their terms', () => {
    const entries = ['a', 'ab', '設定', '𠮷'].map((term, index) => ({
      term,
      postings: new Uint8Array(index * 100).fill(index),
    }));
    const packed = packEntries(entries);
    expect([...unpackEntries(packed)]).toEqual(entries);
    expect(entriesNamed(packed, 'a', false).map(({ term }) => term)).toEqual(['a']);
    expect(entriesNamed(packed, 'a', true).map(({ term }) => term)).toEqual(['a', 'ab']);
    expect(entriesNamed(packed, 'b', true)).toEqual([]);
  });
});

it('segments that are joined hold what one of the living turns holds', () => {
  const turn = (revision: number) => ({
    revision,
    session: 1,
    startedAt: revision,
    request: `word${revision} 共通${revision % 3}`,
    answer: 'common',
  });
  const builderOf = (revisions: readonly number[]) => {
    const builder = new SegmentBuilder();
    for (const revision of revisions) builder.add(turn(revision));
    return builder.build();
  };
  const parts = [[1, 2, 3], [4], [5, 6, 7, 8]].map(builderOf);
  const joined = mergeSegments(parts, (revision) => revision !== 3 && revision !== 8);
  const wanted = builderOf([1, 2, 4, 5, 6, 7]);
  expect(joined.documents).toEqual(wanted.documents);
  expect([...joined.entries]).toEqual([...wanted.entries]);
});
