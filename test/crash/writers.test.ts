import { existsSync, statSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { testEngine } from '../store/test-engine.ts';
import { printed, size, sleep, start } from './children.ts';
import { audit } from './ledger.ts';

const engine = await testEngine();
const writers = size('THROUGHLINE_CRASH_WRITERS', { usual: 8 });
const transactions = size('THROUGHLINE_CRASH_TRANSACTIONS', { usual: 200, small: 50 });
const kills = size('THROUGHLINE_CRASH_KILLS', { usual: 150, small: 40 });

it(`${writers} processes x ${transactions} transactions lose nothing`, async () => {
  await using directory = await createFixture({});
  const [path, ledger] = [directory.getPath('memory.db'), directory.getPath('ledger')];
  const children = Array.from({ length: writers }, (_, writer) =>
    start('writer', [path, ledger, writer, transactions]),
  );
  const codes = await Promise.all(children.map((child) => child.ended));
  expect(codes).toEqual(children.map(() => 0));
  const all = writers * transactions;
  expect(audit(engine, path, ledger)).toEqual({
    acknowledged: all,
    stored: all,
    counted: all,
    lost: [],
    partial: [],
    integrity: 'ok,ok',
  });
});

it(`${kills} kills at random moments lose no acknowledged transaction`, async () => {
  await using directory = await createFixture({});
  const [path, ledger] = [directory.getPath('memory.db'), directory.getPath('ledger')];
  let writer = 0;
  let hot = 0;
  const next = () => start('writer', [path, ledger, writer++, 1_000_000]);
  const queue = [next(), next(), next()];
  for (let kill = 0; kill < kills; kill++) {
    const victim = queue.shift() ?? next();
    await printed(victim, 'writing');
    await sleep(Math.random() * 40);
    victim.process.kill('SIGKILL');
    hot += Number(existsSync(`${path}-tlj`) && statSync(`${path}-tlj`).size > 0);
    queue.push(next());
    expect(await victim.ended).toBeNull();
  }
  for (const child of queue) child.process.kill('SIGKILL');
  await Promise.all(queue.map((child) => child.ended));
  const result = audit(engine, path, ledger);
  expect(result).toMatchObject({ lost: [], partial: [], integrity: 'ok,ok' });
  expect(result.counted).toBe(result.stored);
  expect(result.acknowledged).toBeGreaterThan(kills);
  expect(hot).toBeGreaterThan(0);
});
