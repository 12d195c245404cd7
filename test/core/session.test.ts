import { expect, it } from 'vitest';
import { parseSession, sessionRef, shortSession, spell } from '../../src/core/session.ts';

it.for([
  ['0a1b-22', { host: 'claude', id: '0a1b-22' }],
  ['codex:t.1', { host: 'codex', id: 't.1' }],
  ['grok:x', { host: 'grok', id: 'x' }],
  ['cursor:y', { host: 'cursor', id: 'y' }],
] as const)('%s is read and spelled the same', ([spelled, ref]) => {
  expect(parseSession(spelled)).toEqual({ ok: true, value: ref });
  expect(spell(ref)).toBe(spelled);
});

it.for(['', '../x', 'a/b', 'claude:x', 'other:x', 'codex:', 'codex:a:b', '-x', 'a'.repeat(129)])(
  '%j is no session',
  (spelled) => {
    expect(parseSession(spelled).ok).toBe(false);
  },
);

it.for([undefined, null, 7, {}])('an id of another type (%j) is refused', (id) => {
  expect(sessionRef('claude', id).ok).toBe(false);
});

it.for([
  ['5d0c9a1e-7b42-4f0a-9c36-2e8f61b7a4d1', '5d0c9a1e'],
  ['codex:5d0c9a1e-7b42-4f0a-9c36-2e8f61b7a4d1', 'codex:5d0c9a1e'],
  ['codex:01a22e93-6488-7b42-8f0a-9c362e8f61b7', 'codex:01a22e93-6488'],
  ['codex:0199', 'codex:0199'],
  ['my-session', 'my-session'],
] as const)('%s is read as %s', ([spelled, short]) => {
  expect(shortSession(spelled)).toBe(short);
});
