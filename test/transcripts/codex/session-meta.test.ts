import { expect, it } from 'vitest';
import { parseSessionMeta } from '../../../src/hosts/codex/session-meta.ts';

it("a thread whose fields are no text, and cannot be made one, is a person's without a time", () => {
  const odd = { custom: 1, toString: 1, valueOf: null };
  expect(parseSessionMeta({ timestamp: odd, source: odd, id: odd, originator: odd })).toEqual({
    thread: null,
    unattended: false,
    errand: null,
    begunAt: null,
    parent: null,
  });
});
