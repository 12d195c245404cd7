import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Command, RawOptions } from '../../src/cli/command.ts';
import { readCommandLine } from '../../src/cli/command-line.ts';
import { optionName } from '../../src/cli/option-name.ts';
import { commands } from '../../src/cli/program.ts';

interface Read {
  readonly positional: readonly string[];
  readonly options: RawOptions;
}

function read(...argv: readonly string[]): Read {
  const line = readCommandLine(argv, commands);
  return line.kind === 'command' ? line : { positional: [], options: {} };
}

const own = commands.filter(({ readWords }) => readWords === undefined);

/** What a parser is tempted to make something else of, and anything. */
const anyWord = fc.oneof(
  fc.constantFrom('007', '7', '-0', '1e3', '0x10', '', ' ', 'true', 'false', 'null', 'Infinity'),
  fc.constantFrom('-', '--', '=', 'a=b', '`a`, `b`', '__proto__', 'status', 'help', 'a\nb', '\n'),
  fc.string({ unit: 'binary' }).filter((word) => !word.includes('\0')),
);
const RUNS = { numRuns: 40 };
const noOption = anyWord.filter((word) => !word.startsWith('-') || word === '-');
const filled = anyWord.filter((word) => word !== '');

/** How many words it takes at most, and which. */
const wordsOf = ({ positional = '' }: Command): number =>
  positional.includes('...') ? 4 : (positional.match(/[<[]/g) ?? []).length;
const takers = own.filter((command) => wordsOf(command) > 0).map((one) => [one.name, one] as const);
const valued = own.flatMap(({ name, options }) =>
  [...options, { flag: '--data-dir <dir>' }]
    .filter(({ flag }) => / [<[]/.test(flag))
    .flatMap(({ flag }) =>
      (flag.match(/(?<=^|, )-[\w-]+/g) ?? []).map((spelling) => {
        const long = /--[\w-]+/.exec(flag)?.[0] ?? '';
        return [name, spelling, optionName(long)] as const;
      }),
    ),
);
const switches = own.flatMap(({ name, options }) =>
  [...options, { flag: '--json' }]
    .filter(({ flag }) => /^--(?!no-)[\w-]+$/.test(flag))
    .map(({ flag }) => [name, flag] as const),
);
const needed = (name: string): readonly string[] =>
  own.some((command) => command.name === name && command.positional?.startsWith('<') === true)
    ? ['word']
    : [];

describe('a word arrives byte for byte as it was typed', () => {
  it.for(takers)('to %s, also behind --', ([name, command]) => {
    const most = wordsOf(command);
    const front = fc.array(noOption, { minLength: 1, maxLength: most });
    fc.assert(
      fc.property(front, (words) => {
        expect(read(name, ...words).positional).toEqual(words);
      }),
      RUNS,
    );
    fc.assert(
      fc.property(fc.array(anyWord, { minLength: 1, maxLength: most }), (words) => {
        expect(read(name, '--', ...words).positional).toEqual(words);
      }),
      RUNS,
    );
  });

  it.for(valued)('to %s %s', ([name, flag, key]) => {
    fc.assert(
      fc.property(noOption.filter(Boolean), (value) => {
        const line = read(name, ...needed(name), flag, value);
        expect(line.options[key]).toEqual(value);
        expect(line.positional).toEqual(needed(name));
      }),
      RUNS,
    );
    fc.assert(
      fc.property(filled, (value) => {
        fc.pre(flag !== '--data-dir' || !value.startsWith('--'));
        expect(read(name, ...needed(name), `${flag}=${value}`).options[key]).toEqual(value);
      }),
      RUNS,
    );
  });

  it.for(switches.filter(([name]) => takers.some(([taker]) => taker === name)))(
    'to %s behind %s, which takes none',
    ([name, flag]) => {
      fc.assert(
        fc.property(noOption, (word) => {
          const line = read(name, flag, word);
          expect(line.positional).toEqual([word]);
          expect(line.options[optionName(flag)]).toBe(true);
        }),
        RUNS,
      );
    },
  );
});

describe('wrong usage is said with the words as they were typed', () => {
  it.for([
    [['status', '007'], 'Too many words: 007.'],
    [['status', 'a`b', ''], 'Too many words: a`b, .'],
    [['0x10'], 'There is no command "0x10".'],
    [[''], 'There is no command "".'],
    [['search', '007', '--nope=1'], 'There is no option --nope.'],
    [['export', '-o='], '--output needs a value.'],
    [['export', '-o', 'a', '--output', 'b'], '--output is given more than once.'],
    [['search', 'a', '--last', '1', '--last=2'], '--last is given more than once.'],
    [['search', '---', 'a'], 'There is no option ---.'],
    [['search', 'a', '--all.b'], 'There is no option --all.b.'],
    [['search', 'a', '--all=false'], '--all takes no value.'],
    [['status', '--json='], '--json takes no value.'],
  ] as const)('%j: %s', ([words, message]) => {
    expect(() => read(...words)).toThrow(
      expect.objectContaining({ exitCode: 2, message: expect.stringContaining(message) }),
    );
  });
});

it('a switch that is given twice is on', () => {
  expect(read('search', 'a', '--all', '--json', '--all', '--json').options).toMatchObject({
    all: true,
    json: true,
  });
});
