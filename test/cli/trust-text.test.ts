import { expect, it } from 'vitest';
import { trustText } from '../../src/cli/trust-text.ts';
import { wordsIn } from '../../src/cli/words.ts';

it('an event with several hooks of ours is named once, with their number', () => {
  const hooks = ['Stop', 'UserPromptSubmit', 'UserPromptSubmit'].map(
    (event) => ({ event, trust: 'untrusted' }) as const,
  );
  expect(trustText('Codex', hooks)(wordsIn('en'))).toBe(
    'Codex does not run Stop, 2 x UserPromptSubmit (not trusted yet)',
  );
});
