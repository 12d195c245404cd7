import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { SearchLab } from '../store/search-fixture.ts';

const PROGRAM = join(import.meta.dirname, '../crash/programs/index-writer.ts');
const LONG = 'The quick brown fox reads settings. 設定を読み込みます。'.repeat(400);

const start = (lab: SearchLab) =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', PROGRAM, lab.layout.root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({
    request: `number${from + index}`,
    answer: LONG,
  }));

it('an index whose writers are killed at any moment finds everything', {
  timeout: 60_000,
}, async () => {
  await using lab = await SearchLab.create();
  lab.tell(numbered(0, 400));
  for (const milliseconds of [5, 20, 45, 80, 120, 200]) {
    const child = start(lab);
    const closed = once(child, 'close');
    await once(child.stdout, 'data');
    await delay(milliseconds);
    child.kill('SIGKILL');
    await closed;
    expect(lab.found('number7')).toEqual([8]);
    lab.tell(numbered(1000 + milliseconds, 3));
  }
  lab.catchUp();
  expect(lab.engine.quickCheck(lab.layout.search)).toBeUndefined();
  expect(lab.search('number399')).toMatchObject({ scanned: 0, withoutIndex: null });
  expect([...lab.found('number0'), ...lab.found('number1080')]).toEqual([1, 410]);
});

it('writers of the index and of the memory at once lose nothing', { timeout: 60_000 }, async () => {
  await using lab = await SearchLab.create();
  lab.tell(numbered(0, 50));
  const children = [start(lab), start(lab)];
  for (let round = 0; round < 30; round += 1) {
    lab.tell(numbered(100 + round, 1));
    expect(lab.found(`number${100 + round}`)).toHaveLength(1);
    await delay(5);
  }
  const ends = await Promise.all(children.map((child) => once(child, 'close')));
  expect(ends.map(([code]) => code)).toEqual([0, 0]);
  lab.catchUp();
  const missing = Array.from({ length: 30 }, (_, round) => `number${100 + round}`).filter(
    (word) => lab.found(word).length !== 1,
  );
  expect(missing).toEqual([]);
  expect(lab.search('number3')).toMatchObject({ scanned: 0 });
});
