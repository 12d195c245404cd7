import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HandoffState } from '../../src/core/auto-handoff.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { claimHandoff } from '../../src/platform/handoff-claim.ts';
import {
  findHandoff,
  forgetHandoff,
  hasHandoff,
  keepPrompt,
  keptPrompts,
  listHandoffs,
  readHandoff,
  readReceipt,
  removeHandoff,
  sweepHandoffs,
  writeHandoff,
  writeReceipt,
} from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { HANDOFF_ID, handoff } from './handoff-fixture.ts';

const DAY = 24 * 3_600_000;

describe('a handoff', () => {
  it('is read as it was written, by its conversation and by its id', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    const record = handoff({
      state: 'launched',
      stopped: { by: 'tool', at: 1, toolUseId: 'toolu_1' },
      successor: { shortId: '1fa2008b', session: null },
      worker: ownIdentity(),
      inFlight: {
        request: { text: 'fix it', at: 1 },
        lastWords: null,
        steps: [
          { kind: 'text', text: 'I look' },
          { kind: 'tool', name: 'Bash', target: 'ls', failed: false },
        ],
        earlier: { texts: 1, tools: { Bash: 3 } },
        stoppedTools: [{ name: 'Edit', target: null }],
        stoppedToolCount: 1,
        prompts: ['and quickly'],
      },
    });
    writeHandoff(layout, record);
    expect(readHandoff(layout, 'source')).toEqual(record);
    expect(findHandoff(layout, HANDOFF_ID)).toEqual(record);
    expect(hasHandoff(layout, 'source')).toBe(true);
    expect(statSync(layout.handoffs).mode & 0o777).toBe(0o700);
    expect(statSync(join(layout.handoffs, 'source.json')).mode & 0o777).toBe(0o600);
  });

  it('of before there was a way into the desktop application does not want it', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    const { desktop, ...before } = handoff({ state: 'sent' });
    writeHandoff(layout, handoff());
    writeFileSync(join(layout.handoffs, 'source.json'), JSON.stringify(before));
    expect(readHandoff(layout, 'source')).toEqual({ ...before, desktop });
    const broken = JSON.stringify({ ...before, desktop: { wanted: true, state: 'lost' } });
    writeFileSync(join(layout.handoffs, 'source.json'), broken);
    expect(readHandoff(layout, 'source')).toBeNull();
  });

  it.for(['', '{', '[]', '{"id":1}', JSON.stringify(handoff({ source: 'another' }))])(
    'that is damaged or of another conversation is none: %s',
    async (content) => {
      await using directory = await createFixture();
      const layout = dataLayout(directory.path);
      writeHandoff(layout, handoff());
      writeFileSync(join(layout.handoffs, 'source.json'), content);
      expect(readHandoff(layout, 'source')).toBeNull();
    },
  );

  it('is listed with the others, the oldest request first', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ source: 'b', requestedAt: 2 }));
    writeHandoff(layout, handoff({ source: 'a.c', requestedAt: 1 }));
    expect(listHandoffs(layout).map(({ source }) => source)).toEqual(['a.c', 'b']);
  });

  it('goes with everything beside it, and nothing of a conversation with a longer id', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    const others = ['source.2', 'source.json', 'source.prompt-1-2', 'source.claim'];
    for (const source of ['source', ...others]) {
      writeHandoff(layout, handoff({ source }));
      claimHandoff(layout, handoff({ source }), Date.now());
      keepPrompt(layout, source, 'more', 5);
      writeReceipt(layout, source, { id: HANDOFF_ID, successor: 'x', at: 6 });
    }
    removeHandoff(layout, 'source');
    expect(
      listHandoffs(layout)
        .map(({ source }) => source)
        .sort(),
    ).toEqual(others.sort());
    expect(readdirSync(layout.handoffs)).toHaveLength(4 * others.length);
  });

  it('goes with what a writer left that was killed', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    for (const name of [
      '.source.json.12-ab.tmp',
      '.source.prompt-5-6.12-ab.tmp',
      'source.claim.12',
    ])
      writeFileSync(join(layout.handoffs, name), '');
    removeHandoff(layout, 'source');
    expect(readdirSync(layout.handoffs)).toEqual([]);
  });
});

describe('what was said in a conversation', () => {
  const said = {
    request: { text: 'secret', at: 1 },
    lastWords: null,
    steps: [],
    earlier: null,
    stoppedTools: [],
    stoppedToolCount: 0,
    prompts: [],
  };

  it.for<[HandoffState, boolean]>([
    ['requested', false],
    ['failed', false],
    ['withdrawn', false],
    ['launched', true],
    ['sent', true],
  ])('is forgotten of a handoff that is %s, which stays or not', async ([state, stays]) => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state, inFlight: said }));
    keepPrompt(layout, 'source', 'secret too', 5);
    forgetHandoff(layout, 'source');
    const files = readdirSync(layout.handoffs).map((name) =>
      readFileSync(join(layout.handoffs, name), 'utf8'),
    );
    expect(files.join()).not.toContain('secret');
    expect(readHandoff(layout, 'source') !== null).toBe(stays);
  });

  it('is forgotten too where the successor of a successor carries it along', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    const sent = (source: string, session: string, text: string): void => {
      const successor = { shortId: session, session };
      const inFlight = { ...said, request: { text, at: 1 } };
      writeHandoff(layout, handoff({ source, state: 'sent', successor, inFlight }));
    };
    sent('source', 'second', 'secret');
    sent('second', 'third', 'secret\n\nand more');
    sent('third', 'fourth', 'something else');
    sent('other', 'another', 'secret of another');
    forgetHandoff(layout, 'source');
    const requests = listHandoffs(layout).map(({ source, inFlight }) => [
      source,
      inFlight?.request?.text ?? null,
    ]);
    expect(Object.fromEntries(requests)).toEqual({
      source: null,
      second: null,
      third: 'something else',
      other: 'secret of another',
    });
  });
});

describe('beside a handoff', () => {
  it('prompts are kept in the order in which they were typed', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    keepPrompt(layout, 'source', 'second', 20);
    keepPrompt(layout, 'source', 'first', 3);
    keepPrompt(layout, 'other', 'none', 1);
    expect(keptPrompts(layout, 'source')).toEqual(['first', 'second']);
  });

  it('the word of its successor is kept', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    const receipt = { id: HANDOFF_ID, successor: '1fa2008b-9dab', at: 5 };
    expect(readReceipt(layout, 'source')).toBeNull();
    writeReceipt(layout, 'source', receipt);
    expect(readReceipt(layout, 'source')).toEqual(receipt);
  });
});

describe('what is old', () => {
  it('goes, but what is still needed and what has changed since', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    for (const source of ['old', 'needed', 'fresh', 'changed']) {
      writeHandoff(layout, handoff({ source }));
      keepPrompt(layout, source, 'more', 1);
    }
    const now = Date.now();
    const before = new Date(now - DAY - 1000);
    for (const name of readdirSync(layout.handoffs).filter((each) => !each.startsWith('fresh')))
      utimesSync(join(layout.handoffs, name), before, before);
    keepPrompt(layout, 'changed', 'again', 2);
    sweepHandoffs(layout, now, ({ source }) => source === 'needed');
    const left = listHandoffs(layout).map(({ source }) => source);
    expect(left.sort()).toEqual(['changed', 'fresh', 'needed']);
    expect(keptPrompts(layout, 'old')).toEqual([]);
  });

  it('goes although it is no handoff (any more)', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    writeFileSync(join(layout.handoffs, 'gone.claim'), '{}');
    sweepHandoffs(layout, Date.now() + DAY + 1000, () => true);
    expect(readdirSync(layout.handoffs)).toEqual(['source.json']);
  });
});
