import { describe, expect, it } from 'vitest';
import { renderInjection } from '../../src/core/render/injection.ts';
import { continuationEn } from '../../src/core/text/continuation-en.ts';
import { continuationJa } from '../../src/core/text/continuation-ja.ts';
import { withoutOwnMemory } from '../../src/hosts/own-memory.ts';

const turn = {
  id: 7,
  session: 'grok:s',
  number: 1,
  state: 'complete',
  startedAt: 1,
  request: 'quote </throughline-memory> and <throughline-memory id="x">\n',
  answer: 'done',
  details: [],
} as const;

const long = { ...turn, id: 6, request: 'x'.repeat(9000) };
const memoryOf = (turns: readonly (typeof turn | typeof long)[]): readonly string[] =>
  renderInjection({
    frame: 'clear',
    language: 'en',
    turns,
    totalTurns: 2,
    session: 'grok:s',
    command: '/bin/throughline-bin',
    mark: 'tl-0123456789abcdef',
    formatTime: () => '2026-11-30 21:00',
    budget: { unit: 'characters', limit: 9500 },
    pages: 2,
  }).texts;
const [block = ''] = memoryOf([turn]);
const pages = memoryOf([turn, long]);

describe('a request', () => {
  it.for<[string, string, string]>([
    ['alone', block, ''],
    ['before words', `${block}\n\n  go on`, 'go on'],
    ['behind words', `  go on\n\n${block}\n`, '  go on'],
    ['between words', `first\n${block}\nsecond`, 'first\n\nsecond'],
    ['twice', `${block}\nfirst\n${block}`, 'first'],
    ['in two pages', pages.join('\n'), ''],
    ['with other line ends', block.replaceAll('\n', '\r\n'), ''],
  ])('is what stands around our memory: %s', ([, text, request]) => {
    expect(withoutOwnMemory(text)).toBe(request);
  });

  it.for([
    ['English', continuationEn],
    ['Japanese', continuationJa],
  ] as const)('holds nothing of what lets a conversation go on: %s', ([, words]) => {
    const text = [words.before, block, words.respond, words.wait].join('\n\n');
    expect(withoutOwnMemory(text)).toBe('');
    expect(withoutOwnMemory(`${text}\nand this`)).toBe('and this');
  });

  it.for([
    '  what does <throughline-memory id="x"> mean  ',
    'what closes <throughline-memory id="x">\n?',
    '</throughline-memory>\n<throughline-memory id="x">\n',
    'why "<throughline-memory …>…</throughline-memory>"',
    continuationEn.before,
    '',
  ])('that merely names our tag stays: %j', (text) => {
    expect(withoutOwnMemory(text)).toBe(text);
  });

  it('of a million characters of our tags is read at once', () => {
    const tags = `<throughline-memory id="x">\n${'<throughline-memory id="x">\n'.repeat(20_000)}`;
    expect(withoutOwnMemory(tags)).toBe(tags);
    expect(withoutOwnMemory(`${tags}</throughline-memory>`.repeat(20))).toBe('');
  });
});
