import { expect, it } from 'vitest';
import { languageOf } from '../../src/core/language.ts';

it.for([
  { name: 'nothing', texts: [], language: 'en' },
  { name: 'only signs', texts: ['--- 123 ---'], language: 'en' },
  { name: 'English', texts: ['please fix the parser', 'Done. The tests pass.'], language: 'en' },
  {
    name: 'Japanese',
    texts: ['パーサーを直して', '直しました。テストも通ります。'],
    language: 'ja',
  },
  { name: 'short Japanese', texts: ['続けて'], language: 'ja' },
  { name: 'Chinese', texts: ['请修复解析器', '已经修复，测试全部通过。'], language: 'en' },
  { name: 'Korean', texts: ['파서를 고쳐 주세요'], language: 'en' },
  {
    name: 'Japanese around much code',
    texts: [
      '```ts\nexport const answer = compute(question);\n```\nこれを直して。`npm test` https://example.com/a/b',
    ],
    language: 'ja',
  },
  {
    name: 'a Japanese request with a long English log, answered in Japanese',
    texts: [
      `${'Error: connection refused at socket\n'.repeat(90)}原因は？`,
      '設定の誤りです。ポートを直しました。',
    ],
    language: 'ja',
  },
  {
    name: 'English that quotes a Japanese word',
    texts: ['rename the button 保存する to Save in the settings page', 'Renamed it.'],
    language: 'en',
  },
] as const)('takes $name for $language', ({ texts, language }) => {
  expect(languageOf(texts)).toBe(language);
});
