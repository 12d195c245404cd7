import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shellCommand, shellQuote, splitShellWords } from '../../src/core/shell-quote.ts';

const word = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll('\0', ''));

it.for(['/usr/local/bin/throughline-bin', '--host', 'a@b:c,d_e=f+g%h'])(
  '%s needs no quotes',
  (plain) => {
    expect(shellQuote(plain)).toBe(plain.includes('=') ? `'${plain}'` : plain);
  },
);

it.for(['', "it's", '/tmp/Jane Doe (日本)', '~', '$HOME', '-n "x"', 'a\nb', '*'])(
  'the shell reads %j back unchanged',
  (text) => {
    const { stdout } = spawnSync('sh', ['-c', `printf %s ${shellQuote(text)}`]);
    expect(stdout.toString()).toBe(text);
  },
);

it('the shell and splitShellWords read any words back unchanged', () => {
  const words = fc.array(word, { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(words, (list) => {
      const line = shellCommand(list);
      const { stdout } = spawnSync('sh', ['-c', `printf '%s\\0' ${line}`]);
      expect(stdout.toString().split('\0').slice(0, -1)).toEqual(list);
      expect(splitShellWords(line)).toEqual(list);
    }),
    { numRuns: 60 },
  );
});

it.for([
  ['throughline session-start', ['throughline', 'session-start']],
  ['"C:\\\\Program Files\\\\x.exe" a\\ b', ['C:\\Program Files\\x.exe', 'a b']],
  ['"$HOME/bin/x" \'a\'"b"c', ['$HOME/bin/x', 'abc']],
  ['  ', []],
] as const)('%s is split as a shell does', ([line, words]) => {
  expect(splitShellWords(line)).toEqual(words);
});

it.for(['a | b', 'a; b', 'a && b', 'a > f', 'a $(b)', 'a `b`', '"open', "'open", 'a # b', 'a\nb'])(
  '%j is more than a simple command',
  (line) => {
    expect(splitShellWords(line)).toBeNull();
  },
);

it('any text is split without an error', () => {
  const pieces = fc.array(fc.constantFrom(' ', "'", '"', '\\', 'a', '$', '|', '\n', '語'));
  fc.assert(
    fc.property(pieces, (list) => {
      splitShellWords(list.join(''));
    }),
  );
});
