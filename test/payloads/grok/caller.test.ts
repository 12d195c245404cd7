import { expect, it } from 'vitest';
import { modeOf } from '../../../src/hosts/grok/caller.ts';

it.for([
  ['a terminal', [], false, false],
  ['a terminal with a first prompt', ['--always-approve', 'fix the bug'], false, false],
  ['a terminal that goes on', ['-c'], false, false],
  ['a terminal with a model', ['-m', 'grok-4.6', '-r', 'id'], false, false],
  ['one prompt', ['-p', 'say hi'], false, true],
  ['one prompt that goes on', ['-c', '-p', 'say hi', '--output-format', 'json'], false, true],
  ['glued words', ['-cpsay hi'], false, true],
  ['the long word', ['--single=say hi'], false, true],
  ['a prompt from a file', ['--prompt-file', 'x'], false, true],
  ['a prompt of blocks', ['--prompt-json', '[]'], false, true],
  ['a prompt that looks like a word', ['--', '-p'], false, false],
  ['an editor’s agent', ['agent', 'stdio'], true, false],
  ['a leader', ['leader'], true, false],
] as const)('tells how Grok runs: %s', ([, words, isServer, headless]) => {
  expect(modeOf(words)).toEqual({ isServer, headless });
});
