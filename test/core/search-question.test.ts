import { expect, it } from 'vitest';
import { MOST_CHARACTERS, MOST_UNITS, readQuestion } from '../../src/core/search-question.ts';

it('what is short is searched whole', () => {
  const asked = readQuestion('  login error ');
  expect(asked).toMatchObject({ text: 'login error', cut: false });
  expect(asked.units.map(({ literal }) => literal)).toEqual(['login', 'error']);
});

it('something long is cut between two words', () => {
  const text = 'abcdefgh '.repeat(1000);
  expect(readQuestion(text)).toMatchObject({ cut: true, text: text.slice(0, 999).trim() });
});

it('something long without blanks is cut between two characters', () => {
  const { text, cut } = readQuestion('𠮷'.repeat(1001));
  expect([text, cut]).toEqual(['𠮷'.repeat(MOST_CHARACTERS), true]);
  expect(readQuestion('𠮷'.repeat(1000)).cut).toBe(false);
});

it('of many words the first are searched, and parts of words only where there is room', () => {
  const words = Array.from({ length: 100 }, (_, index) => `w${index}`);
  const asked = readQuestion(words.join(' '));
  expect(asked.cut).toBe(true);
  expect(asked.units.map(({ literal }) => literal)).toEqual(words.slice(0, MOST_UNITS));
  const paths = Array.from({ length: 40 }, (_, index) => `src/f${index}x`);
  const { units, cut } = readQuestion(paths.join(' '));
  expect(cut).toBe(false);
  expect(units.filter(({ kind }) => kind === 'joined')).toHaveLength(40);
  expect(units).toHaveLength(MOST_UNITS);
});
