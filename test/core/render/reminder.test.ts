import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizeIn } from '../../../src/core/budget.ts';
import {
  LONGEST_REMINDER,
  type RemindedTurn,
  type ReminderInput,
  renderReminder,
} from '../../../src/core/render/reminder.ts';
import { hostileText } from './hostile-text.ts';

const turn = (id: number, over: Partial<RemindedTurn> = {}): RemindedTurn => ({
  id,
  startedAt: id * 60_000,
  request: `request ${id}`,
  line: `request ${id} → answer ${id}`,
  ...over,
});
const newestFirst = (count: number): readonly RemindedTurn[] =>
  Array.from({ length: count }, (_, index) => turn(count - index));
const input = (over: Partial<ReminderInput> = {}): ReminderInput => ({
  running: null,
  turns: newestFirst(6),
  own: 6,
  before: 0,
  language: 'en',
  session: '6f1c2a9e-0000-4000-8000-000000000001',
  command: '/home/you/.throughline/bin/throughline-bin',
  mark: 'tl-0123456789abcdef',
  formatTime: (at) => `2026-11-30 14:${String(at / 60_000).padStart(2, '0')}`,
  budget: { unit: 'characters', limit: 9500 },
  ...over,
});

describe('the reminder', () => {
  it('has the last requests word for word and one line for each older turn, oldest first', () => {
    const { text } = renderReminder(input());
    expect(text.split('<throughline-past>\n')[1]?.split('\n</throughline-past>')[0]).toBe(
      `[#1 2026-11-30 14:01] request 1 → answer 1
[#2 2026-11-30 14:02] request 2 → answer 2
[#3 2026-11-30 14:03] request 3 → answer 3
[#4 2026-11-30 14:04] user: request 4
[#5 2026-11-30 14:05] user: request 5
[#6 2026-11-30 14:06] user: request 6`,
    );
  });

  it('ends with the request that is being worked on', () => {
    const { text, shown } = renderReminder(input({ running: 'fix the\nlogin' }));
    expect(text).toContain('[now] user: fix the\nlogin\n</throughline-past>');
    expect(text).toContain('[#4 2026-11-30 14:04] request 4 → answer 4');
    expect(shown).toBe(7);
  });

  it('says what is remembered whole, of this conversation and from before it', () => {
    expect(renderReminder(input({ own: 6, before: 1 })).text).toContain(
      'Whole in memory: 6 turns of this conversation, 1 turn from before it.',
    );
    expect(renderReminder(input({ own: 6, before: 0 })).text).not.toContain('before it.');
  });

  it('gives commands that are ready to run', () => {
    const { text } = renderReminder(input({ before: 1 }));
    const start = '/home/you/.throughline/bin/throughline-bin';
    expect([...text.matchAll(/`([^`]+)`/g)].map(([, command]) => command)).toEqual([
      `${start} recall --session 6f1c2a9e-0000-4000-8000-000000000001 --last 10 --before 1`,
      `${start} detail 6`,
      `${start} search WORDS`,
    ]);
  });

  it('hides nothing in the lines of older turns', () => {
    const turns = newestFirst(4).map((each) => ({ ...each, line: 'a\u202eb\u200b\u{e0068}' }));
    expect(renderReminder(input({ turns })).text).toContain(' 14:01] ab\n');
  });

  it('names no turns before these where there are none', () => {
    const turns = newestFirst(2);
    const { text } = renderReminder(input({ turns, own: 2, before: 0 }));
    expect(text).not.toContain(' recall ');
  });

  it.for([
    [300, ['older', 'detail', 'search']],
    [550, ['older', 'detail']],
    [1200, ['older']],
    [2500, []],
  ] as const)('has the commands for which a path of %i signs leaves room', ([length, kept]) => {
    const all = ['older', 'detail', 'search'] as const;
    const given = { command: `/${'x'.repeat(length)}`, turns: newestFirst(9), own: 99 };
    const { text, shown, omitted } = renderReminder(input(given));
    expect(omitted).toEqual(all.filter((name) => !kept.some((each) => each === name)));
    expect(shown).toBeGreaterThan(0);
    expect(text).toContain('user: request 9');
    expect(text.split('`')).toHaveLength(1 + 2 * kept.length);
    expect(text.includes('More, only')).toBe(kept.length > 0);
  });

  it('leaves the oldest turns out when there is no room, and cuts long requests', () => {
    const turns = newestFirst(300).map((each) => ({ ...each, request: 'word '.repeat(200) }));
    const { text, shown } = renderReminder(input({ turns, own: 300 }));
    expect(text.length).toBeGreaterThan(LONGEST_REMINDER - 150);
    expect(text).toContain('[\u2026 cut here \u2026]');
    expect(text).toContain(`--before ${301 - shown}\``);
  });

  it('asks for no more turns than it shows, and one', () => {
    let asked = 0;
    function* endless(): Generator<RemindedTurn> {
      for (let id = 1_000_000; ; id -= 1) {
        asked += 1;
        yield turn(id);
      }
    }
    const { shown } = renderReminder(input({ turns: endless() }));
    expect(asked).toBe(shown + 1);
  });

  it('reminds of the running request alone where nothing is stored yet', () => {
    const { text } = renderReminder(input({ turns: [], own: 0, running: 'the first request' }));
    expect(text).toContain('[now] user: the first request');
    expect(text).not.toMatch(/recall|detail|Whole in memory/);
  });

  it('is nothing when nothing is remembered, or there is no room', () => {
    const nothing = { text: '', shown: 0, omitted: [] };
    expect(renderReminder(input({ turns: [] }))).toEqual(nothing);
    expect(renderReminder(input({ budget: { unit: 'bytes', limit: 300 } }))).toEqual(nothing);
    const running = 'go on';
    expect(renderReminder(input({ running, budget: { unit: 'bytes', limit: 300 } }))).toEqual(
      nothing,
    );
  });

  it('is written in Japanese in a Japanese conversation', () => {
    const { text } = renderReminder(input({ language: 'ja', running: '直して', before: 2 }));
    expect(text).toContain('[現在] user: 直して');
    expect(text).toContain('この会話の6ターン、それ以前の会話の2ターン');
  });
});

const anyInput = fc
  .record({
    running: fc.option(hostileText),
    turns: fc.array(
      fc.record({ id: fc.nat(), startedAt: fc.nat(), request: hostileText, line: hostileText }),
      { maxLength: 30 },
    ),
    own: fc.nat(),
    before: fc.nat(),
    language: fc.constantFrom('en', 'ja' as const),
    command: fc.nat(400).map((length) => `/${'x'.repeat(length)}`),
    budget: fc.record({
      unit: fc.constantFrom('characters', 'bytes' as const),
      limit: fc.oneof(fc.constant(9500), fc.nat(4000)),
    }),
  })
  .map((over) => input({ ...over, formatTime: () => '2026-11-30 14:02' }));

const holds = (check: (given: ReminderInput) => void): void =>
  fc.assert(fc.property(anyInput, check), { numRuns: 300 });

describe('any reminder', () => {
  it('is never longer than it may be, nor over the budget in its unit', () => {
    holds((given) => {
      const { text } = renderReminder(given);
      expect(text.length).toBeLessThanOrEqual(LONGEST_REMINDER);
      expect(sizeIn(given.budget.unit, text)).toBeLessThanOrEqual(given.budget.limit);
    });
  });

  it('is valid UTF-8 without lone surrogates', () => {
    holds((given) => {
      const { text } = renderReminder(given);
      expect(Buffer.from(text, 'utf8').toString('utf8')).toBe(text);
    });
  });

  it('is nothing, or one block that no stored text closes or opens', () => {
    holds((given) => {
      const { text } = renderReminder(given);
      const tags = text.match(/<\s*\/?\s*(?:throughline-\w+|system-reminder)/gi) ?? [];
      expect([
        '',
        '<throughline-memory <throughline-past </throughline-past </throughline-memory',
      ]).toContain(tags.join(' '));
    });
  });

  it('has as many heads as it says that it shows', () => {
    holds((given) => {
      const { text, shown } = renderReminder(given);
      const heads = text.match(/^\s*\[(?:#\d+ [^\]\n]*\]|(?:now|現在)\] user)/gm) ?? [];
      expect(heads).toHaveLength(shown);
    });
  });
});
