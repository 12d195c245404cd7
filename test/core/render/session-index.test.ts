import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizeIn } from '../../../src/core/budget.ts';
import {
  type IndexEntry,
  type IndexInput,
  LONGEST_INDEX,
  renderIndex,
} from '../../../src/core/render/session-index.ts';
import { visible } from '../../../src/core/visible.ts';
import { hostileText } from './hostile-text.ts';

const UUID = '6f1c2a9e-0000-4000-8000-000000000001';
const entry = (over: Partial<IndexEntry> = {}): IndexEntry => ({
  session: UUID,
  host: 'claude',
  at: 0,
  request: 'split the parser into three files',
  place: 'last',
  interrupted: false,
  ...over,
});
const other = (host: string, number: number): IndexEntry =>
  entry({ session: `${host}:id-${number}`, host, place: 'other', request: `request ${number}` });
const input = (over: Partial<IndexInput> = {}): IndexInput => ({
  first: entry(),
  others: [],
  baton: null,
  language: 'en',
  word: '/tl',
  command: '/home/you/.throughline/bin/throughline-bin',
  mark: 'tl-0123456789abcdef',
  formatTime: () => '2026-11-30 14:02',
  budget: { unit: 'characters', limit: 9500 },
  ...over,
});

describe('the index', () => {
  it('says when, in which agent and with which request the last conversation was', () => {
    expect(renderIndex(input()).text).toContain(
      '- Last, 2026-11-30 14:02, claude 6f1c2a9e: \u201csplit the parser into three files\u201d',
    );
  });

  it('gives commands that are ready to run', () => {
    const { text } = renderIndex(input());
    expect([...text.matchAll(/`([^`]+)`/g)].map(([, command]) => command)).toEqual([
      '/home/you/.throughline/bin/throughline-bin recall --session 6f1c2a9e',
      '/home/you/.throughline/bin/throughline-bin search WORDS',
    ]);
  });

  it('says that work was interrupted, and what was before /clear', () => {
    const { text } = renderIndex(input({ first: entry({ place: 'cleared', interrupted: true }) }));
    expect(text).toContain('- Before /clear, interrupted, 2026-11-30 14:02, claude');
  });

  it('names a baton of another directory and how it was given', () => {
    const baton = { session: `codex:${UUID}`, directory: 'packages/app' };
    expect(renderIndex(input({ baton, word: '$tl' })).text).toContain(
      '- Handed over by $tl to a new session in \u201cpackages/app\u201d: codex:6f1c2a9e',
    );
  });

  it('names as many other conversations as there is room for', () => {
    const others = Array.from({ length: 5 }, (_, number) => other('grok', number));
    const { text, shown } = renderIndex(input({ others, command: 'tl' }));
    expect(shown).toBeGreaterThan(2);
    expect(text.match(/^- .*grok id-\d: /gm)).toHaveLength(shown - 1);
  });

  it('cuts a long request to what is left', () => {
    const { text } = renderIndex(input({ first: entry({ request: 'word '.repeat(500) }) }));
    expect(text).toHaveLength(LONGEST_INDEX);
    expect(text).toContain('\u2026\u201d');
  });

  it('keeps the way to the conversation when the path of the executable is long', () => {
    const command = `/${'long/'.repeat(36)}throughline-bin`;
    const { text } = renderIndex(input({ command }));
    expect(text).toContain(`\`${command} recall --session 6f1c2a9e\``);
    expect(text).not.toContain('search WORDS');
  });

  it.for([
    [30, ['recall', 'search'], []],
    [200, ['recall'], ['search']],
    [270, ['search'], ['recall']],
    [500, [], ['recall', 'search']],
    [4000, [], ['recall', 'search']],
  ] as const)(
    'has the commands for which a path of %i signs leaves room',
    ([length, names, omitted]) => {
      const index = renderIndex(input({ command: `/${'x'.repeat(length)}` }));
      expect(index.text).toContain('claude 6f1c2a9e: \u201csplit the ');
      const commands = [...index.text.matchAll(/`\S+ (\w+) [^`]+`/g)].map(([, name]) => name);
      expect(commands).toEqual(names);
      expect(index).toMatchObject({ shown: 1, omitted });
    },
  );

  it('tells which of its parts have no room', () => {
    const others = Array.from({ length: 5 }, (_, number) => other('grok', number));
    const baton = { session: UUID, directory: 'd'.repeat(70) };
    const command = `/${'x'.repeat(90)}`;
    expect(renderIndex(input({ others, baton, command })).omitted).toEqual(['baton', 'others']);
    expect(renderIndex(input({ command: 'tl' })).omitted).toEqual([]);
  });

  it('is nothing when there is no room for what it is about', () => {
    const budget = { unit: 'bytes', limit: 200 } as const;
    expect(renderIndex(input({ budget }))).toEqual({ text: '', shown: 0, omitted: [] });
  });

  it('is written in Japanese in a Japanese conversation', () => {
    const first = entry({ request: 'ログインを直して「すぐ」' });
    const { text } = renderIndex(input({ language: 'ja', first }));
    expect(text).toContain("- 前回, 2026-11-30 14:02, claude 6f1c2a9e: 「ログインを直して'すぐ'」");
  });

  it('says that a conversation has no request of its own', () => {
    expect(renderIndex(input({ first: entry({ request: ' \n ' }) })).text).toContain(
      '(no request)',
    );
  });
});

const anyEntry = fc.record({
  session: fc.constantFrom(UUID, `codex:${UUID}`, 'cursor:c-7'),
  host: fc.constantFrom('claude', 'codex', 'cursor'),
  at: fc.nat(),
  request: hostileText,
  place: fc.constantFrom('last', 'cleared', 'other' as const),
  interrupted: fc.boolean(),
});
const anyInput = fc
  .record({
    first: anyEntry,
    others: fc.array(anyEntry, { maxLength: 5 }),
    baton: fc.option(fc.record({ session: fc.constant(UUID), directory: hostileText })),
    language: fc.constantFrom('en', 'ja' as const),
    command: fc.nat(400).map((length) => `/${'x'.repeat(length)}`),
    budget: fc.record({
      unit: fc.constantFrom('characters', 'bytes' as const),
      limit: fc.oneof(fc.constant(9500), fc.nat(1500)),
    }),
  })
  .map(input);

const holds = (check: (text: string, given: IndexInput) => void): void =>
  fc.assert(
    fc.property(anyInput, (given) => {
      check(renderIndex(given).text, given);
    }),
    { numRuns: 300 },
  );

describe('any index', () => {
  it('is never longer than it may be, nor over the budget in its unit', () => {
    holds((text, { budget }) => {
      expect(text.length).toBeLessThanOrEqual(LONGEST_INDEX);
      expect(sizeIn(budget.unit, text)).toBeLessThanOrEqual(budget.limit);
    });
  });

  it('is valid UTF-8 without lone surrogates', () => {
    holds((text) => {
      expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
    });
  });

  it('is nothing, or one block that no stored text closes or opens', () => {
    holds((text) => {
      const tags = text.match(/<\s*\/?\s*(?:throughline-\w+|system-reminder)/gi) ?? [];
      expect(['', '<throughline-memory </throughline-memory']).toContain(tags.join(' '));
    });
  });

  it('shows all that it says, in the order in which it says it', () => {
    holds((text) => {
      expect(visible(text)).toBe(text);
    });
  });

  it('has its commands outside every quotation, and each quotation on one line', () => {
    holds((text) => {
      const quotes = text.match(/[\u201c\u300c][^\u201d\u300d]*[\u201d\u300d]/g) ?? [];
      expect(quotes.filter((quote) => /[`\n]/.test(quote))).toEqual([]);
      const lines = text.split('\n').slice(2, -1);
      expect(lines.filter((line) => !line.startsWith('- '))).toEqual([]);
    });
  });
});
