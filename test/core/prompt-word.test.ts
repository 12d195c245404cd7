import { expect, it } from 'vitest';
import { parsePromptWord } from '../../src/core/prompt-word.ts';

it.for(['fresh', 'off', 'on', 'forget', 'status'])('knows /tl %s', (word) => {
  expect(parsePromptWord(`/tl ${word}`)).toEqual({ word, note: null });
});

it.for(['/tl', '  /tl\n', '/TL', '$tl'])('takes %j for the bare command', (prompt) => {
  expect(parsePromptWord(prompt)).toEqual({ word: 'tl', note: null });
});

it.for([' /tl   Fresh ', '/tl\nfresh', '$tl FRESH', '/tl\u3000fresh'])(
  'tolerates case and blanks in %j',
  (prompt) => {
    expect(parsePromptWord(prompt)).toEqual({ word: 'fresh', note: null });
  },
);

it.for(['', '/tldr', '/tl-x', 'tl', 'say /tl', '/ tl', '\\tl', 'a\n/tl', '/tlfresh'])(
  'leaves %j to the agent',
  (prompt) => {
    expect(parsePromptWord(prompt)).toBeNull();
  },
);

it.for(['/tl please go on with the tests', '/tl 続きはテストから', '/tl on-call: see #12'])(
  'takes the sentence of %j for a note of someone who hands over',
  (prompt) => {
    expect(parsePromptWord(prompt)).toEqual({ word: 'tl', note: prompt.slice(4) });
  },
);

it.for(['/tl forgte', '/tl help', '/tl forget the password', '/tl off\nplease'])(
  'does nothing on %j',
  (prompt) => {
    expect(parsePromptWord(prompt)).toEqual({ word: 'unknown', text: prompt.slice(4) });
  },
);

it('a pasted note of megabytes is read as quickly as a short one', () => {
  const note = 'a b'.repeat(3_000_000);
  const started = performance.now();
  expect(parsePromptWord(`/tl ${note}`)).toEqual({ word: 'tl', note });
  expect(parsePromptWord(`/tl forget ${note}`)).toMatchObject({ word: 'unknown' });
  expect(performance.now() - started).toBeLessThan(500);
});
