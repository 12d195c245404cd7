import fc from 'fast-check';
import { expect, it } from 'vitest';
import { skeletonOf } from '../../src/core/skeleton.ts';

it.for([
  {
    name: 'takes the first line of the request and the first sentence of the answer',
    request: 'fix the parser\nit fails on empty input',
    answer: 'The parser now takes empty input. Tests pass.',
    line: 'fix the parser \u2192 The parser now takes empty input.',
  },
  {
    name: 'passes over courtesies',
    request: 'fix it',
    answer: 'Sure! The parser now takes empty input.',
    line: 'fix it \u2192 The parser now takes empty input.',
  },
  {
    name: 'passes over Japanese courtesies',
    request: '直して',
    answer: '了解しました。テストは通りました。次に進みます。',
    line: '直して \u2192 テストは通りました。',
  },
  {
    name: 'passes over headings, lists that are only announced, and code',
    request: '# Login\nfix it',
    answer:
      '## Summary\n\nHere is what I changed today:\n```\ncode of the answer\n```\n- **parser**: takes empty input',
    line: 'Login \u2192 parser: takes empty input',
  },
  {
    name: 'keeps a short answer when there is no other',
    request: 'did it work?',
    answer: 'Yes.',
    line: 'did it work? \u2192 Yes.',
  },
  {
    name: 'takes a heading when there is nothing else',
    request: 'go on',
    answer: '## All done',
    line: 'go on \u2192 All done',
  },
  {
    name: 'passes over tags and image placeholders',
    request: '<context>\n[Image #1] why is this red?',
    answer: null,
    line: 'why is this red?',
  },
  {
    name: 'takes the code of a request of code alone',
    request: '```\nrm   -rf build\n```',
    answer: null,
    line: '``` rm -rf build ```',
  },
  {
    name: 'is only an arrow and the answer without a request',
    request: '',
    answer: 'The background task has ended.',
    line: '\u2192 The background task has ended.',
  },
  { name: 'is empty without words', request: ' \n', answer: '', line: '' },
])('$name', ({ request, answer, line }) => {
  expect(skeletonOf({ request, answer })).toBe(line);
});

it('leaves the larger part of the line to the answer', () => {
  const line = skeletonOf({ request: 'q'.repeat(500), answer: 'a'.repeat(500) });
  expect(line).toBe(`${'q'.repeat(71)}\u2026 \u2192 ${'a'.repeat(84)}\u2026`);
});

it('is one line of at most 160 characters for any texts', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.stringMatching(/^[ -~\u3002\r\n\u2028]*$/),
  );
  fc.assert(
    fc.property(text, fc.option(text), (request, answer) => {
      const line = skeletonOf({ request, answer });
      expect(line.length).toBeLessThanOrEqual(160);
      expect(line).not.toMatch(/[\r\n\u2028\u2029\p{Cs}]/u);
    }),
  );
});

it('reads only the beginning of a huge text', () => {
  expect(skeletonOf({ request: 'go', answer: `The end of it is near.\n${'x '.repeat(5e6)}` })).toBe(
    'go \u2192 The end of it is near.',
  );
});
