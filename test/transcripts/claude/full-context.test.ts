import { statSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { contextEndSince, isContextFull } from '../../../src/hosts/claude/full-context.ts';
import {
  agent,
  fixtureBytes,
  fixturePath,
  jsonl,
  toolResult,
  typed,
  user,
} from './session-file.ts';

const FULL = '2.1.332-context-full';
const WORDS = 'Prompt is too long';

/** The host's word as 2.1.332 writes it, of which nothing but the text differs. */
const hostSays = (text: string, fields: Readonly<Record<string, unknown>> = {}) => ({
  type: 'assistant',
  uuid: 'h1',
  isApiErrorMessage: true,
  error: 'invalid_request',
  message: { role: 'assistant', model: '<synthetic>', content: [{ type: 'text', text }] },
  ...fields,
});

const filler = {
  type: 'assistant',
  uuid: 'f1',
  message: { model: '<synthetic>', content: [{ type: 'text', text: 'No response requested.' }] },
};

/** What these rows come to, as the whole file and as what was written behind its first row. */
async function endOf(...rows: readonly unknown[]) {
  const first = jsonl(typed('u0', 'before'));
  await using fixture = await createFixture({ 'a.jsonl': first + jsonl(...rows) });
  const path = fixture.getPath('a.jsonl');
  return { ...contextEndSince(path, first.length), last: isContextFull(path) };
}

describe('a conversation whose context is full', () => {
  it('is known by its recorded end, and by every prompt that it could not take', () => {
    const path = fixturePath(`${FULL}.jsonl`);
    const bytes = fixtureBytes(FULL);
    expect(isContextFull(path)).toBe(true);
    for (const from of [bytes.indexOf(WORDS), bytes.indexOf('"run echo two"')])
      expect(contextEndSince(path, from)).toEqual({ full: true, answered: false });
    expect(contextEndSince(path, 0)).toEqual({ full: true, answered: true });
    expect(contextEndSince(path, statSync(path).size)).toEqual({ full: false, answered: false });
  });

  it.for<[string, unknown]>([
    ['in its own words', hostSays(WORDS)],
    ['with why it could not compact', hostSays(`${WORDS} · automatic compaction failed: error`)],
    ['with what the provider said', hostSays(`${WORDS} · the provider said: no`)],
  ])('is one where the host says so %s', async ([, row]) => {
    expect(await endOf(row)).toEqual({ full: true, answered: false, last: true });
  });

  it.for<[string, readonly unknown[], boolean]>([
    ['a user says so', [typed('u1', WORDS)], false],
    ['a model says so', [agent('a1', WORDS)], true],
    ['a tool says so', [toolResult('r1', 't1', WORDS)], false],
    ['the host says something else', [hostSays('API Error: 529 Overloaded')], false],
    ['a subagent was told so', [hostSays(WORDS, { isSidechain: true })], false],
    ['a model has answered since', [hostSays(WORDS), agent('a1', 'fine')], true],
    [
      'it was compacted since',
      [hostSays(WORDS), user('c1', 'sum', { isCompactSummary: true })],
      false,
    ],
    ['nothing was written', [], false],
    ['the host only fills a gap', [filler], false],
  ])('is none where %s', async ([, rows, answered]) => {
    expect(await endOf(...rows)).toEqual({ full: false, answered, last: false });
  });

  it('is not known before its last row is whole', async () => {
    const row = jsonl(hostSays(WORDS));
    await using fixture = await createFixture({ 'a.jsonl': `${jsonl(filler)}${row.slice(0, -9)}` });
    expect(isContextFull(fixture.getPath('a.jsonl'))).toBe(false);
  });

  it('is none where there is no transcript', () => {
    expect(contextEndSince('/nowhere/a.jsonl', 0)).toEqual({ full: false, answered: false });
    expect(isContextFull('/nowhere/a.jsonl')).toBe(false);
  });
});
