import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sizeIn } from '../../../src/core/budget.ts';
import type { InFlight } from '../../../src/core/in-flight.ts';
import { renderInFlight } from '../../../src/core/render/in-flight.ts';
import { interruptedEn } from '../../../src/core/text/interrupted-en.ts';
import { interruptedJa } from '../../../src/core/text/interrupted-ja.ts';
import { anyInFlight } from './any-in-flight.ts';
import { inFlightOf } from './memory-turns.ts';

const frame = {
  text: interruptedEn,
  formatTime: (at: number) => `2026-07-01 00:${String(at / 60_000).padStart(2, '0')}`,
  unit: 'characters',
} as const;
const ROOM = 9000;
const render = (over: Partial<InFlight> = {}, room = ROOM): string =>
  renderInFlight(inFlightOf(over), frame, room);
const partOf = (text: string, name: string): string | undefined =>
  new RegExp(`<throughline-${name}(?: [^>]*)?>\\n([^]*)\\n</throughline-${name}>`).exec(text)?.[1];

const tool = (name: string, target: string | null = null, failed = false) =>
  ({ kind: 'tool', name, target, failed }) as const;
const said = (text: string) => ({ kind: 'text', text }) as const;

it('tells in order what was asked, what was done, and what did not run', () => {
  expect(render()).toBe(`<throughline-request time="2026-07-01 00:09">
mend the login
</throughline-request>
<throughline-done>
- Edit src/login.ts
- said: Now the tests.
</throughline-done>
<throughline-not-run>
- Bash npm test
</throughline-not-run>`);
});

it('is nothing when nothing is known', () => {
  const nothing = { request: null, lastWords: null, steps: [], stoppedTools: [] };
  expect(render({ ...nothing, stoppedToolCount: 0 })).toBe('');
});

describe('the request', () => {
  it('has what was typed when the conversation was full behind it, in order', () => {
    const text = render({ prompts: ['and deploy', 'but not today'] });
    expect(partOf(text, 'request')).toBe('mend the login\n\nand deploy\n\nbut not today');
  });

  it('is what was typed, where nothing else is known', () => {
    expect(partOf(render({ request: null, prompts: ['and deploy'] }), 'request')).toBe(
      'and deploy',
    );
  });

  it('keeps three quarters of the head and one of the tail, and says how much is left out', () => {
    const whole = `${'a'.repeat(20_000)}${'z'.repeat(20_000)}`;
    const cut = partOf(render({ request: { text: whole, at: null } }), 'request') ?? '';
    const [, head = '', left, tail = ''] =
      /^(a+) \[… (\d+) characters left out here …\] (z+)$/.exec(cut) ?? [];
    expect(cut).toHaveLength(3500);
    expect(head.length / (head.length + tail.length)).toBeCloseTo(3 / 4, 2);
    expect(Number(left)).toBe(whole.length - head.length - tail.length);
  });
});

describe('what was done', () => {
  it('marks what failed', () => {
    expect(partOf(render({ steps: [tool('Bash', 'npm test', true)] }), 'done')).toBe(
      '- Bash npm test (failed)',
    );
  });

  it('counts the steps before the newest that there is room for', () => {
    const steps = [
      said('a'),
      ...Array.from({ length: 79 }, (_, index) => tool('Read', `${index} ${'x'.repeat(100)}`)),
    ];
    const done = partOf(render({ steps, earlier: { texts: 2, tools: { Bash: 4 } } }), 'done') ?? '';
    const [first = '', ...lines] = done.split('\n');
    expect(done.length).toBeLessThanOrEqual(2400);
    expect(done.length).toBeGreaterThan(2200);
    expect(lines.at(-1)).toContain('- Read 78 ');
    expect(first).toBe(`(before these: 3 utterances, Bash ×4, Read ×${79 - lines.length})`);
  });

  it('names at most eight tools in that count', () => {
    const tools = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [`T${index}`, 1]));
    expect(partOf(render({ steps: [], earlier: { texts: 0, tools } }), 'done')).toMatch(
      /^\(before these: T0 ×1, .* T7 ×1, \+3\)$/,
    );
  });
});

describe('the last words', () => {
  const longer = { text: 'Now the tests.\n\n- one\n- two', at: null };

  it('are not told twice when a step has all of them', () => {
    const steps = [said('Now the tests.'), tool('Bash', 'npm test')];
    expect(partOf(render({ steps }), 'words')).toBeUndefined();
  });

  it('stand by themselves instead of as the last step, which is one line', () => {
    const text = render({
      lastWords: longer,
      steps: [tool('Edit'), said('Now the tests. - one …')],
    });
    expect([partOf(text, 'done'), partOf(text, 'words')]).toEqual(['- Edit', longer.text]);
  });

  it('stand by themselves when a step before others shortens them', () => {
    const text = render({ lastWords: longer, steps: [said('Now the …'), tool('Edit')] });
    expect(partOf(text, 'done')).toBe('- said: Now the …\n- Edit');
    expect(partOf(text, 'words')).toBe(longer.text);
  });

  it('stand by themselves when the step with them is only counted', () => {
    const steps = [
      said('Now the tests.'),
      ...Array.from({ length: 79 }, () => tool('Read', 'x'.repeat(100))),
    ];
    expect(partOf(render({ steps }), 'words')).toBe('Now the tests.');
  });

  it('are cut to 1,500 characters', () => {
    const words = partOf(render({ lastWords: { text: 'x'.repeat(5000), at: null } }), 'words');
    expect(words).toHaveLength(1500);
  });
});

describe('what did not run', () => {
  it('is one line each, and how many more there are', () => {
    const stoppedTools = [
      { name: 'Bash', target: 'npm test' },
      { name: 'Task', target: null },
    ];
    expect(partOf(render({ stoppedTools, stoppedToolCount: 5 }), 'not-run')).toBe(
      '- Bash npm test\n- Task\n- and 3 more',
    );
  });

  it('is told whole when the rest has to shrink', () => {
    const request = { text: 'x'.repeat(9000), at: null };
    const steps = Array.from({ length: 80 }, () => tool('Read', 'y'.repeat(150)));
    const text = render({ request, steps }, 900);
    expect(text.length).toBeLessThanOrEqual(900);
    expect(partOf(text, 'not-run')).toBe('- Bash npm test');
    expect(partOf(text, 'request')).toContain('left out here');
    expect(partOf(text, 'done')).toContain('before these: ');
  });
});

describe('any turn', () => {
  const given = fc.record({
    turn: anyInFlight,
    room: fc.oneof(fc.constant(ROOM), fc.nat(3000)),
    unit: fc.constantFrom('characters' as const, 'bytes' as const),
    text: fc.constantFrom(interruptedEn, interruptedJa),
  });
  const holds = (
    check: (rendered: string, of: { unit: 'characters' | 'bytes'; room: number }) => void,
  ) =>
    fc.assert(
      fc.property(given, ({ turn, room, unit, text }) =>
        check(renderInFlight(turn, { ...frame, unit, text }, room), { unit, room }),
      ),
      { numRuns: 100 },
    );

  it('is never longer than its room, in its unit', () => {
    holds((rendered, { unit, room }) => {
      expect(sizeIn(unit, rendered)).toBeLessThanOrEqual(room);
    });
  });

  it('is valid UTF-8 without lone surrogates', () => {
    holds((rendered) => {
      expect(Buffer.from(rendered, 'utf8').toString('utf8')).toBe(rendered);
    });
  });

  it('has each tag at most once, opened and closed in order', () => {
    holds((rendered) => {
      const tags = [
        ...rendered.matchAll(
          /<[\s\p{Cf}]*(?:\/[\s\p{Cf}]*)?(?:throughline-|system-reminder)[\w-]*/giu,
        ),
      ];
      const expected = ['request', 'done', 'words', 'not-run']
        .filter((name) => rendered.includes(`</throughline-${name}>`))
        .flatMap((name) => [`<throughline-${name}`, `</throughline-${name}`]);
      expect(tags.map(([tag]) => tag)).toEqual(expected);
    });
  });

  it('begins no turn', () => {
    holds((rendered) => {
      expect(rendered).not.toMatch(/^\s*\[#\d[^\]\n]*\]\s*(?:user|assistant)/m);
    });
  });
});
