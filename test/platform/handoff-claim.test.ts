import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { claimHandoff, claimLaunch, releaseHandoff } from '../../src/platform/handoff-claim.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { handoff } from './handoff-fixture.ts';

describe('the claim to stop a conversation', () => {
  const other = { ...ownIdentity(), pid: 1, startTime: '1' };

  it('is given once', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    expect(claimHandoff(layout, handoff(), Date.now())).toBe(true);
    writeFileSync(
      join(layout.handoffs, 'source.claim'),
      JSON.stringify({ ...ownIdentity(), pid: process.ppid, startTime: '' }),
    );
    expect(claimHandoff(layout, handoff(), Date.now())).toBe(false);
  });

  it('is given again after it was released', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    claimHandoff(layout, handoff(), Date.now());
    releaseHandoff(layout, 'source');
    expect(existsSync(join(layout.handoffs, 'source.claim'))).toBe(false);
    expect(claimHandoff(layout, handoff(), Date.now())).toBe(true);
  });

  it('is void when its owner has died before it stopped the conversation', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    writeFileSync(join(layout.handoffs, 'source.claim'), JSON.stringify(other));
    expect(claimHandoff(layout, handoff(), Date.now())).toBe(true);
    expect(readdirSync(layout.handoffs).sort()).toEqual(['source.claim', 'source.json']);
  });

  it('stays when its owner has died after that', async () => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff({ state: 'launching' }));
    writeFileSync(join(layout.handoffs, 'source.claim'), JSON.stringify(other));
    expect(claimHandoff(layout, handoff({ state: 'launching' }), Date.now())).toBe(false);
  });

  it.for<[string, number, boolean]>([
    ['for a quarter of an hour', 15, true],
    ['for a quarter of an hour, by a clock that was set back', -15, true],
    ['for a minute', 1, false],
  ])('of another machine that has done nothing %s is void or not', async ([, minutes, isVoid]) => {
    await using directory = await createFixture();
    const layout = dataLayout(directory.path);
    writeHandoff(layout, handoff());
    const path = join(layout.handoffs, 'source.claim');
    writeFileSync(path, JSON.stringify({ ...other, hostName: 'elsewhere' }));
    const at = new Date(Date.now() - minutes * 60_000);
    utimesSync(path, at, at);
    expect(claimHandoff(layout, handoff(), Date.now())).toBe(isVoid);
  });
});

describe('the claim to launch a successor', () => {
  it.for([
    ['stopped', true],
    ['launching', false],
    ['failed', false],
  ] as const)(
    'whose owner has died is void while the record says %s, or not',
    async ([state, isVoid]) => {
      await using directory = await createFixture();
      const layout = dataLayout(directory.path);
      writeHandoff(layout, handoff({ state }));
      const dead = JSON.stringify({ ...ownIdentity(), pid: 1, startTime: '1' });
      writeFileSync(join(layout.handoffs, 'source.launch'), dead);
      expect(claimLaunch(layout, 'source', Date.now(), () => ({ state }))).toBe(isVoid);
    },
  );
});
