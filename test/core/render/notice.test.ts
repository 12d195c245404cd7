import { expect, it } from 'vitest';
import { renderNotice } from '../../../src/core/render/notice.ts';

it.for(['baton', 'clear', 'auto'] as const)(
  'after %s, says how many turns, from where, and how to drop them',
  (why) => {
    for (const language of ['en', 'ja'] as const) {
      const line = renderNotice(language, { turns: 17, from: 'codex:0199', why });
      expect(line).toMatch(/^Throughline: [^\n]*$/);
      expect(line).toMatch(/17/);
      expect(line).toContain('codex:0199');
      expect(line).toContain('/tl fresh');
    }
  },
);

it('counts one turn as one', () => {
  expect(renderNotice('en', { turns: 1, from: 's', why: 'clear' })).toContain(' 1 turn from ');
});

it('spells our command as the host takes it', () => {
  expect(renderNotice('en', { turns: 2, from: 's', why: 'baton', tl: '$tl' })).toContain(
    '$tl fresh',
  );
});
