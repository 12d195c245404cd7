import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { type HookRun, Machine, type Window } from '../e2e/fake-host.ts';
import { testEngine } from '../store/test-engine.ts';
import { printed, size, sleep, start } from './children.ts';
import { ledgerMigration } from './ledger.ts';
import { widerLedger } from './wider-ledger.ts';

const engine = await testEngine();
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;
const oneLine = /^throughline-bin process-turn: [^\n]+\n$/;

/** A disk of 3 MB, where we may mount one. */
const mounted = await createFixture({ disk: {} });
const disk = mounted.getPath('disk');
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]);
afterAll(async () => {
  spawnSync('umount', [disk]);
  await mounted.rm();
});

const fillDisk = (): void => {
  spawnSync('sh', ['-c', `cat /dev/zero > ${disk}/ballast`]);
};

/** A prompt that was answered; its end is still to be told. */
async function answered(window: Window, prompt: string): Promise<void> {
  await window.prompt(prompt);
  window.answer(`answer to ${prompt}`);
}

async function storedIn(window: Window): Promise<readonly string[]> {
  const { stdout } = await window.run(['recall', '--session', window.session, '--json'], '');
  return JSON.parse(stdout).turns.map(({ request }: { request: string }) => request);
}

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  it.runIf(mount.status === 0)('leaves nothing half of a copy', async () => {
    await using machine = await Machine.create();
    const home = `${disk}/copies`;
    const window = await machine.open({ variables: { THROUGHLINE_HOME: home } });
    await window.turn('one', 'answer to one');
    fillDisk();
    const { status } = await window.run(['sweep'], '');
    rmSync(`${disk}/ballast`);
    const backups = existsSync(join(home, 'backups')) ? readdirSync(join(home, 'backups')) : [];
    expect({ status, backups }).toMatchObject({ backups: [] });
    await window.turn('two', 'answer to two');
    expect(await storedIn(window)).toEqual(['one', 'two']);
  });
});

describe.runIf(isRoot)('without the right to write', () => {
  async function ofNobody() {
    const machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'answer to one');
    await answered(window, 'two');
    spawnSync('chown', ['-R', String(NOBODY), machine.home]);
    const endAsNobody = (): Promise<HookRun> =>
      machine.runAs(NOBODY, ['process-turn'], window.payload(window.stopPayload('answer to two')));
    return Object.assign(machine, { window, endAsNobody });
  }

  it('to the directory it is told in one line, and nothing changes', async () => {
    await using machine = await ofNobody();
    chmodSync(machine.data, 0o500);
    const before = readdirSync(machine.data);
    const refused = await machine.endAsNobody();
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(oneLine);
    expect(readdirSync(machine.data)).toEqual(before);
    chmodSync(machine.data, 0o700);
    expect(await machine.endAsNobody()).toMatchObject({ status: 0, stderr: '' });
    expect(await storedIn(machine.window)).toEqual(['one', 'two']);
  });
});

describe('a place that is not as it should be', () => {
  it('is made with the directories above it', async () => {
    await using machine = await Machine.create();
    const deep = join(machine.home, 'a', 'b', 'c');
    const window = await machine.open({ variables: { THROUGHLINE_HOME: deep } });
    await window.turn('one', 'answer to one');
    expect(await storedIn(window)).toEqual(['one']);
  });

  it('holds another program’s database: it is set aside unchanged', async () => {
    await using machine = await Machine.create();
    mkdirSync(machine.data, { mode: 0o700 });
    const path = join(machine.data, 'memory.db');
    const foreign = engine.open(path, { waitMs: 0 });
    foreign.run('CREATE TABLE theirs (x)');
    foreign.close();
    const bytes = readFileSync(path);
    const window = await machine.open();
    await window.turn('one', 'answer to one');
    expect(await storedIn(window)).toEqual(['one']);
    const backups = join(machine.data, 'backups');
    const aside = readdirSync(backups).filter((name) => name.startsWith('memory.db.damaged-'));
    expect(aside.map((name) => readFileSync(join(backups, name)).equals(bytes))).toEqual([true]);
  });
});

describe('a migration', () => {
  it('that is killed again and again ends as if it had run once', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const old = openDatabase(engine, path, { waitMs: 0, migrations: [ledgerMigration] });
    const insert = 'INSERT INTO events (writer, number, parts, text) VALUES (1, ?, 1, ?)';
    old.transaction(() => {
      for (let number = 0; number < 20_000; number += 1) old.run(insert, number, 'x'.repeat(500));
    });
    old.close();
    let killed = 0;
    for (
      let round = 0;
      round < size('THROUGHLINE_CRASH_MIGRATIONS', { usual: 25, small: 8 });
      round += 1
    ) {
      const child = start('migrator', [path, directory.getPath('backups')]);
      await printed(child, 'ready');
      await sleep((round % 12) * 25);
      killed += Number(child.process.kill('SIGKILL') && !child.output().includes('done'));
      await child.ended;
    }
    expect(killed).toBeGreaterThan(3);
    const migrations = [ledgerMigration, widerLedger];
    openDatabase(engine, path, { waitMs: 5000, migrations }).close();
    const fresh = directory.getPath('fresh.db');
    openDatabase(engine, fresh, { waitMs: 0, migrations }).close();
    const schema = (file: string) =>
      readDatabase(engine, file, (db) =>
        db.all('SELECT name, sql FROM sqlite_schema ORDER BY name'),
      );
    expect(schema(path)).toEqual(schema(fresh));
    expect(engine.quickCheck(path)).toBeUndefined();
    const rows = readDatabase(engine, path, (db) => db.get('SELECT count(*) AS n FROM events'));
    expect(rows).toEqual({ n: 20_000 });
    const backup = readDatabase(engine, directory.getPath('backups/memory.db.v1'), (db) =>
      db.get('PRAGMA user_version'),
    );
    expect(backup).toEqual({ user_version: 1 });
  });
});
