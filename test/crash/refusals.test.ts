import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { afterAll, describe, expect, it } from 'vitest';
import { DatabaseUnwritableError } from '../../src/store/errors.ts';
import { openDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import { start } from './children.ts';
import { audit, ledgerMigration } from './ledger.ts';

const engine = await testEngine();
const migrations = [ledgerMigration];
const isRoot = process.getuid?.() === 0;
const NOBODY = 65_534;

/** A disk of 600 KB, where we may mount one. */
const mounted = await createFixture({ disk: { '.keep': '' } });
const disk = mounted.getPath('disk');
const mount = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'tmpfs', disk]);
afterAll(async () => {
  spawnSync('umount', [disk]);
  await mounted.rm();
});

describe.skipIf(process.platform === 'win32')('a full disk', () => {
  it('is told, keeps what was committed, and nothing else', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    const child = start('filler', [path], { after: 'ulimit -f 1000' });
    await child.ended;
    const { committed, stored, name, message } = JSON.parse(child.output());
    expect({ stored, name }).toEqual({ stored: committed, name: 'DatabaseUnwritableError' });
    expect(message).toContain('EFBIG');
    expect(committed).toBeGreaterThan(10);
    const found = audit(engine, path, directory.getPath('none'));
    expect(found).toMatchObject({ stored: committed, partial: [], integrity: 'ok,ok' });
  });

  it.runIf(mount.status === 0)('works again once there is room', async () => {
    const path = `${disk}/memory.db`;
    writeFileSync(`${disk}/ballast`, Buffer.alloc(200_000));
    const child = start('filler', [path]);
    await child.ended;
    const { committed, stored, message } = JSON.parse(child.output());
    expect(stored).toBe(committed);
    expect(message).toContain('ENOSPC');
    rmSync(`${disk}/ballast`);
    const connection = openDatabase(engine, path, { waitMs: 0, migrations });
    connection.run("INSERT INTO events (writer, number, parts) VALUES ('later', 1, 1)");
    connection.close();
    const found = audit(engine, path, `${disk}/none`);
    expect(found).toMatchObject({ stored: committed + 1, integrity: 'ok,ok' });
  });

  it.runIf(mount.status === 0)('without room for one page refuses a new database', () => {
    writeFileSync(`${disk}/ballast`, '');
    spawnSync('sh', ['-c', `cat /dev/zero > ${disk}/ballast`]);
    const open = () => openDatabase(engine, `${disk}/second.db`, { waitMs: 0, migrations });
    expect(open).toThrow(DatabaseUnwritableError);
  });
});

describe.skipIf(process.platform === 'win32')('a directory that cannot be written', () => {
  it('can be read, is told to writers, and gets no file', async () => {
    await using directory = await createFixture({});
    const path = directory.getPath('memory.db');
    openDatabase(engine, path, { waitMs: 0, migrations }).close();
    const names = readdirSync(directory.path);
    for (const name of names) chmodSync(directory.getPath(name), 0o444);
    chmodSync(directory.path, 0o555);
    const visitor = start('visitor', [path], isRoot ? { uid: NOBODY } : {});
    await visitor.ended;
    expect(JSON.parse(visitor.output())).toEqual({
      read: { value: 0 },
      name: 'DatabaseUnwritableError',
    });
    expect(readdirSync(directory.path)).toEqual(names);
    chmodSync(directory.path, 0o755);
  });

  it('and cannot be entered is told to both', async () => {
    await using directory = await createFixture({});
    mkdirSync(directory.getPath('closed'), { mode: 0o700 });
    const path = directory.getPath('closed/memory.db');
    openDatabase(engine, path, { waitMs: 0, migrations }).close();
    const before = readFileSync(path);
    chmodSync(directory.getPath('closed'), 0o000);
    const visitor = start('visitor', [path], isRoot ? { uid: NOBODY } : {});
    expect(await visitor.ended).not.toBe(0);
    expect(visitor.output()).toContain('DatabaseUnwritableError');
    chmodSync(directory.getPath('closed'), 0o700);
    expect(readFileSync(path).equals(before)).toBe(true);
  });
});
