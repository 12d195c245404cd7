import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { liveSessions, recordWindow } from '../../src/platform/window-record.ts';

const GONE = 2 ** 22 + 1;

/** Sessions that are live, of a window without a start time. */
async function liveOf(pid: number, platform: NodeJS.Platform): Promise<readonly string[]> {
  await using fixture = await createFixture({});
  const layout = dataLayout(fixture.path);
  const now = { session: 'a', transcriptPath: null, at: 1, ambiguous: false };
  recordWindow(layout, { pid, startTime: '' }, '/p', now);
  return [...liveSessions(layout, platform)];
}

it.for(['darwin', 'win32'] as const)(
  'on %s a window is open while its number is in use',
  async (platform) => {
    expect(await liveOf(process.pid, platform)).toEqual(['a']);
    expect(await liveOf(GONE, platform)).toEqual([]);
  },
);

it('on Linux a window of another pid namespace counts as open', async () => {
  expect(await liveOf(GONE, 'linux')).toEqual(['a']);
});
