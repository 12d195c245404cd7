import { readdirSync, readlinkSync, symlinkSync, unlinkSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { DatabaseBusyError } from '../../src/store/errors.ts';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import { type Child, printed, size, sleep, start } from './children.ts';
import { ledgerMigration } from './ledger.ts';

const engine = await testEngine();
const migrations = [ledgerMigration];
const stressMs = size('THROUGHLINE_CRASH_STRESS_MS', { usual: 6000, small: 3000 });
const events = (path: string, waitMs = 500) =>
  readDatabase(engine, path, (c) => c.get('SELECT count(*) AS n FROM events')?.['n'], { waitMs });

async function holding(path: string): Promise<Child> {
  const holder = start('holder', [path]);
  await printed(holder, 'holding');
  return holder;
}

describe.skipIf(process.platform !== 'linux')('a lock', () => {
  it.for([
    ['that has been killed', {}],
    ['whose number was reused', { 1: String(process.pid), 2: '1' }],
    ['that ran before a reboot', { 1: String(process.pid), 3: 'earlier-boot' }],
  ] as const)('is taken over from a writer %s, and its transaction undone', async ([, changes]) => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const holder = await holding(path);
    holder.process.kill('SIGKILL');
    await holder.ended;
    const record = Object.assign(readlinkSync(`${path}-lock`).split(':'), changes).join(':');
    unlinkSync(`${path}-lock`);
    symlinkSync(record, `${path}-lock`);
    const connection = openDatabase(engine, path, { waitMs: 0, migrations });
    expect(connection.get('SELECT count(*) AS n FROM events')).toEqual({ n: 0 });
    connection.close();
  });

  it('is taken over by a reader that finds a dead writer, who undoes its transaction', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const holder = await holding(path);
    holder.process.kill('SIGKILL');
    await holder.ended;
    expect(events(path)).toBe(0);
    expect(readdirSync(directory.path)).not.toContain('memory.db-lock');
  });

  it('is never taken from a stopped writer, which then goes on', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const holder = await holding(path);
    holder.process.kill('SIGSTOP');
    expect(() => openDatabase(engine, path, { waitMs: 1000, migrations })).toThrow(
      DatabaseBusyError,
    );
    expect(() => events(path, 300)).toThrow(DatabaseBusyError);
    holder.process.kill('SIGCONT');
    holder.process.stdin?.write('go on\n');
    expect(await holder.ended).toBe(0);
    expect(events(path)).toBe(200);
  });

  it('keeps contenders apart that often die holding it', async () => {
    await using directory = await createFixture({});
    const parameters = [directory.getPath('lock'), directory.getPath('marker')];
    const ended: Child[] = [];
    let over = false;
    const contend = async (): Promise<void> => {
      while (!over) {
        const child = start('contender', parameters);
        children.add(child);
        await child.ended;
        children.delete(child);
        ended.push(child);
      }
    };
    const children = new Set<Child>();
    const loops = [contend(), contend(), contend(), contend()];
    await sleep(stressMs);
    over = true;
    for (const child of children) child.process.kill('SIGKILL');
    await Promise.all(loops);
    const output = ended.map((child) => child.output()).join('');
    expect(output.replaceAll('.', '')).toBe('');
    expect(ended.length).toBeGreaterThan(4);
    expect(output.length).toBeGreaterThan(ended.length);
  });
});
