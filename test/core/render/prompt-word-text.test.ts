import { expect, it } from 'vitest';
import { promptWordText } from '../../../src/core/render/prompt-word-text.ts';

const en = promptWordText('en', '/tl');
const ja = promptWordText('ja', '$tl');

it.for([
  {
    name: 'written',
    line: en.written({ turns: 3, note: false }),
    says: /3 turns .*next session in this directory.*\/clear/,
  },
  { name: 'written, one turn', line: en.written({ turns: 1, note: false }), says: / 1 turn will/ },
  {
    name: 'written with a note',
    line: en.written({ turns: 3, note: true }),
    says: /after \/tl is not kept/,
  },
  { name: 'nothing stored', line: en.nothingStored(), says: /nothing .* stored yet/ },
  { name: 'fresh', line: en.fresh({ dropped: true }), says: /dropped/ },
  { name: 'nothing to drop', line: en.fresh({ dropped: false }), says: /nothing to drop/ },
  { name: 'off', line: en.off(), says: /nothing of this session is stored.*\/tl on/ },
  { name: 'on', line: en.on(), says: /stored again/ },
  { name: 'forgotten', line: en.forgotten({ turns: 2 }), says: /2 turns .* deleted/ },
  { name: 'nothing to forget', line: en.forgotten({ turns: 0 }), says: /nothing to forget/ },
  {
    name: 'unknown',
    line: en.unknown({ text: 'for\u202egte' }),
    says: /nothing was done.*"\/tl forgte".*\/tl status/,
  },
  {
    name: 'status',
    line: en.status({ stored: 12, remembered: 15, session: 's', off: false }),
    says: /12 turns of this session stored, 3 remembered from before; session s\.$/,
  },
  {
    name: 'status while off',
    line: en.status({ stored: 1, remembered: 1, session: 's', off: true }),
    says: /1 turn of this session stored.*; off\.$/,
  },
  {
    name: 'Japanese written',
    line: ja.written({ turns: 3, note: false }),
    says: /3ターン.*ディレクトリ.*\/clear/,
  },
  {
    name: 'Japanese written with a note',
    line: ja.written({ turns: 3, note: true }),
    says: /\$tl の後の文/,
  },
  { name: 'Japanese nothing stored', line: ja.nothingStored(), says: /まだ何も保存/ },
  { name: 'Japanese fresh', line: ja.fresh({ dropped: true }), says: /取りやめ/ },
  { name: 'Japanese nothing to drop', line: ja.fresh({ dropped: false }), says: /ありません/ },
  { name: 'Japanese off', line: ja.off(), says: /保存せず.*\$tl on/ },
  { name: 'Japanese on', line: ja.on(), says: /再開/ },
  { name: 'Japanese forgotten', line: ja.forgotten({ turns: 2 }), says: /2ターンを完全に削除/ },
  {
    name: 'Japanese nothing to forget',
    line: ja.forgotten({ turns: 0 }),
    says: /消すものはありません/,
  },
  { name: 'Japanese unknown', line: ja.unknown({ text: 'forgte' }), says: /\$tl forgte/ },
  {
    name: 'Japanese status',
    line: ja.status({ stored: 12, remembered: 15, session: 's', off: false }),
    says: /保存12ターン、以前からの記憶3ターン、セッション s$/,
  },
  {
    name: 'Japanese status while off',
    line: ja.status({ stored: 1, remembered: 1, session: 's', off: true }),
    says: /オフ/,
  },
])('$name: one line in our name', ({ line, says }) => {
  expect(line).toMatch(/^Throughline: [^\n]*$/);
  expect(line).toMatch(says);
});

it('quotes only the beginning of a long unknown word, on one line', () => {
  const line = en.unknown({ text: `forget\n${'x'.repeat(500)}` });
  expect(line).toContain(`"/tl forget ${'x'.repeat(52)}\u2026"`);
});
