import { existsSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { canMount, FaultyPlace } from './fault-place.ts';
import { type Answer, type Fault, faults } from './fault-table.ts';

const silent: Answer = { exit: 0, says: '' };
await using probe = await createFixture({ disk: {} });
const mounts = canMount(probe.getPath('disk'));
const isRoot = process.getuid?.() === 0;
const isPossible = ({ needs, starter }: Fault): boolean =>
  (needs === undefined || mounts) &&
  (needs !== 'fuse' || existsSync('/dev/fuse')) &&
  (starter !== 'nobody' || isRoot);

/** Random names are told as `…`. */
const answer = (exit: number | null, says: string): unknown => ({
  exit,
  says: says.replace(/(?<=\.key\.)\w+/, '…'),
});

describe.runIf(process.platform === 'linux').concurrent('a hook that finds', () => {
  it.skip.for(faults.filter((fault) => !isPossible(fault)))('$fault', () => {});

  it.for(faults.filter(isPossible))('$fault', async (row) => {
    await using place = await FaultyPlace.create(row.starter ?? 'user', row.ground ?? 'disk');
    const early = row.isEarly && (await row.cause(place));
    await place.ask();
    const undo = row.isEarly ? early : await row.cause(place);
    const recall = await place.recall();
    expect(answer(recall.status, place.said(recall))).toEqual(row.recall ?? silent);
    const hook = await place.end();
    expect(answer(hook.status, place.said(hook))).toEqual(row.hook ?? silent);
    expect(hook.stdout).toBe('');
    expect(await place.turnPlace()).toBe(row.turn);
    await undo?.();
    expect(await place.end()).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await place.stored()).toEqual(row.order ?? ['one', 'two']);
  });
});
