import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { TurnEndEvent } from '../../src/core/event.ts';
import { writeFileAtomic } from '../../src/platform/atomic-file.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { countFailure, lastFailureOf, readFailures } from '../../src/platform/failures.ts';
import { lastCheck } from '../../src/platform/integrity-record.ts';
import { appendLog } from '../../src/platform/log.ts';
import { readMaintenance } from '../../src/platform/maintenance-mark.ts';
import { readRecovery } from '../../src/platform/recovery-record.ts';
import { promptHash, textHash } from '../../src/platform/secret-key.ts';
import {
  countSpooled,
  removeSpooled,
  setSpooledAside,
  spoolEvent,
  spooledEvents,
} from '../../src/platform/spool.ts';

const event = (at: number): TurnEndEvent => ({
  type: 'process-turn',
  session: { host: 'claude', id: 's' },
  cwd: '/p',
  transcriptPath: null,
  promptId: null,
  window: null,
  attended: true,
  agentId: null,
  at,
  lastAnswer: 'done',
  failed: false,
});

describe('failures', () => {
  it('are counted by code, with the time of the last', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    countFailure(layout, 'stdin_empty', { host: 'claude' }, 1000);
    countFailure(layout, 'stdin_empty', { host: 'claude' }, 2000);
    countFailure(layout, 'hook_failed', { host: 'grok' }, 3000);
    expect(readFailures(layout)).toMatchObject({
      stdin_empty: { count: 2, lastAt: expect.stringMatching(/^\d{4}-.*Z$/) },
      hook_failed: { count: 1 },
    });
    expect(lastFailureOf(layout, 'claude')).toEqual({
      code: 'stdin_empty',
      at: '1970-01-01T00:00:02.000Z',
    });
  });

  it('are told past an entry that a full disk has cut', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    countFailure(layout, 'stdin_empty', { host: 'claude' }, 1000);
    appendFileSync(`${layout.logs}/failures.log`, '{"ts":"1970-');
    countFailure(layout, 'hook_failed', { host: 'claude' }, 2000);
    expect(lastFailureOf(layout, 'claude')?.code).toBe('stdin_empty');
  });

  it('are none in a directory that does not exist, and it is not made', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    expect([readFailures(layout), lastFailureOf(layout, 'claude')]).toEqual([{}, null]);
    expect(readdirSync(directory.path)).toEqual([]);
  });
});

describe('records', () => {
  it.for(['null', '[]', '5', '"text"', '{', '{}', '{"result":1,"checkedAt":2}'])(
    'of a check that hold %s are those of none',
    async (text) => {
      await using directory = await createFixture({ 'integrity.json': text });
      const checked = lastCheck(dataLayout(directory.path));
      expect(checked).toEqual({ result: 'unchecked', checkedAt: null });
    },
  );

  it('of the maintenance that name no process are as if it had not been started', async () => {
    await using directory = await createFixture({ 'maintenance.json': '{"process":{"pid":"1"}}' });
    const mark = readMaintenance(dataLayout(directory.path));
    expect(mark).toEqual({ requested: true, process: null, at: 0 });
  });

  it('of a recovery hold what this version knows', async () => {
    const text =
      '{"at":"2026-11-30T00:00:00.000Z","kept":"/k","state":"other","from":1,"problem":2}';
    await using directory = await createFixture({ 'recovery.json': text });
    expect(readRecovery(dataLayout(directory.path))).toEqual({
      at: '2026-11-30T00:00:00.000Z',
      kept: '/k',
      state: 'done',
      from: null,
      problem: '',
    });
  });
});

it('a log keeps three old ones of five megabytes', async () => {
  await using directory = await createFixture({});
  const layout = dataLayout(directory.getPath('data'));
  for (const n of [1, 2, 3, 4, 5]) {
    appendLog(layout, 'decisions', { n }, 0);
    writeFileSync(`${layout.logs}/decisions.log`, `${n}${'x'.repeat(5 * 1024 * 1024)}`);
  }
  appendLog(layout, 'decisions', { n: 6 }, 0);
  const first = readdirSync(layout.logs)
    .sort()
    .map((name) => [name, readFileSync(`${layout.logs}/${name}`, 'utf8').slice(0, 1)]);
  expect(first).toEqual([
    ['decisions.log', '{'],
    ['decisions.log.1', '5'],
    ['decisions.log.2', '4'],
    ['decisions.log.3', '3'],
  ]);
});

describe('the spool', () => {
  it('gives events back in the order of their time', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    for (const at of [20, 3, 1000]) spoolEvent(layout, event(at));
    expect([...spooledEvents(layout)].map((spooled) => spooled.event?.at)).toEqual([3, 20, 1000]);
  });

  it('keeps an event until it is removed', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    spoolEvent(layout, event(1));
    const [spooled] = spooledEvents(layout);
    expect(countSpooled(layout)).toBe(1);
    removeSpooled(spooled ?? { path: '', event: null });
    expect(countSpooled(layout)).toBe(0);
  });

  it('sets a damaged event aside: it is there for a look, and is read no more', async () => {
    await using directory = await createFixture({});
    const layout = dataLayout(directory.getPath('data'));
    spoolEvent(layout, event(1));
    const [spooled] = spooledEvents(layout);
    writeFileSync(spooled?.path ?? '', '{');
    const [damaged] = spooledEvents(layout);
    expect(damaged?.event).toBeNull();
    setSpooledAside(damaged ?? { path: '', event: null });
    expect([...spooledEvents(layout)]).toEqual([]);
    expect(readdirSync(layout.spool)).toEqual([expect.stringMatching(/\.damaged$/)]);
  });
});

describe('the key', () => {
  it('hashes a prompt of any length as it hashes every text', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('key');
    for (const prompt of ['', '日本語の依頼', 'x'.repeat(2048), 'x'.repeat(2049)]) {
      expect(promptHash(path)(prompt)).toBe(textHash(path)(prompt));
    }
  });

  it('is made once, for its owner only', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('data/key');
    expect(textHash(path)('text')).toBe(textHash(path)('text'));
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(directory.getPath('data'))).toEqual(['key']);
  });

  it('is another one in another place', async () => {
    await using directory = await createFixture({});
    const hashes = ['a/key', 'b/key'].map((name) => textHash(directory.getPath(name))('text'));
    expect(new Set(hashes).size).toBe(2);
  });

  it('is not replaced when it is damaged', async () => {
    await using directory = await createFixture({ key: 'short' });
    expect(() => textHash(directory.getPath('key'))).toThrow(/damaged/);
    expect(readFileSync(directory.getPath('key'), 'utf8')).toBe('short');
  });
});

it('a file is replaced whole, and nothing is left beside it', async () => {
  await using directory = await createFixture({ a: 'old' });
  writeFileAtomic(directory.getPath('a'), 'new', { durable: true });
  expect(readFileSync(directory.getPath('a'), 'utf8')).toBe('new');
  expect(readdirSync(directory.path)).toEqual(['a']);
});
