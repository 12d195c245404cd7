import { chmodSync, existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { HookContext } from '../../src/hooks/hook-context.ts';
import { maintain } from '../../src/hooks/maintenance.ts';
import { accessStore, UNHURRIED, withDatabase } from '../../src/hooks/store-access.ts';
import { writeConfig } from '../../src/platform/config.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import { readEnvironment } from '../../src/platform/environment.ts';
import { isCheckDue, recordCheck } from '../../src/platform/integrity-record.ts';
import {
  claimMaintenance,
  endMaintenance,
  noteStarted,
  readMaintenance,
  requestMaintenance,
  retryMaintenance,
  shouldStart,
} from '../../src/platform/maintenance-mark.ts';
import { startMaintenance } from '../../src/platform/maintenance-start.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { DatabaseOlderError } from '../../src/store/errors.ts';
import { initial } from '../../src/store/migrations/0001-initial.ts';
import { until } from '../hosts/until.ts';

const HOUR = 3_600_000;
const HURRIED = { ...UNHURRIED, migrates: false };

function contextIn(root: string, executable = process.execPath): HookContext {
  const environment = readEnvironment({ dataDirectory: root, script: null, version: '0' });
  return { environment: { ...environment, executable }, layout: dataLayout(root) };
}

const linesOf = (path: string): number =>
  existsSync(path) ? readFileSync(path, 'utf8').split('\n').length - 1 : 0;

describe.skipIf(process.platform === 'win32')('maintenance that was asked for', () => {
  async function lab(script: string) {
    const directory = await createFixture({ 'program.sh': script });
    const program = directory.getPath('program.sh');
    chmodSync(program, 0o755);
    const context = contextIn(directory.path, program);
    requestMaintenance(context.layout, Date.now());
    return Object.assign(directory, { context, log: directory.getPath('starts') });
  }

  it('is started once while it runs', async () => {
    await using lab1 = await lab('#!/bin/sh\necho x >> starts\nsleep 1\n');
    for (let hook = 0; hook < 10; hook += 1) startMaintenance(lab1.context);
    await until(() => linesOf(lab1.log) > 0, { ms: 3000, what: () => 'the start' });
    startMaintenance(lab1.context);
    expect(linesOf(lab1.log)).toBe(1);
  });

  it('that died is not started again by the next hook, but by the next session', async () => {
    await using lab1 = await lab('#!/bin/sh\necho x >> starts\n');
    startMaintenance(lab1.context);
    const { layout } = lab1.context;
    await until(() => linesOf(lab1.log) > 0, { ms: 3000, what: () => 'the first start' });
    noteStarted(layout, 999_999_999, Date.now());
    startMaintenance(lab1.context);
    retryMaintenance(layout, Date.now());
    startMaintenance(lab1.context);
    await until(() => linesOf(lab1.log) === 2, { ms: 3000, what: () => 'the second start' });
  });
});

describe('the mark of the maintenance', () => {
  it('names the process that is at it, and is gone afterwards', async () => {
    await using directory = await createFixture({});
    const { layout } = contextIn(directory.path);
    expect(claimMaintenance(layout, 1)).toBe(true);
    expect(readMaintenance(layout)).toMatchObject({ process: { pid: process.pid } });
    expect(endMaintenance(layout)).toBe(true);
    expect(readMaintenance(layout)).toBeNull();
  });

  it('keeps a second process from it', async () => {
    await using directory = await createFixture({});
    const { layout } = contextIn(directory.path);
    const other = { ...ownIdentity(), pid: 1, startTime: '' };
    writeFileSync(layout.maintenance, JSON.stringify({ requested: true, process: other, at: 1 }));
    expect(claimMaintenance(layout, 2)).toBe(false);
  });

  it.for([
    ['keeps it for an hour', HOUR - 1, false, false],
    ['keeps it no longer', HOUR, false, true],
    ['does not keep it where one container is at a time', 1, true, true],
  ] as const)('of a container that cannot be judged %s', async ([, age, exclusive, expected]) => {
    await using directory = await createFixture({});
    const { layout } = contextIn(directory.path);
    writeConfig(layout, 'exclusive', exclusive);
    const other = { ...ownIdentity(), pid: 1, hostName: 'another-container' };
    writeFileSync(layout.maintenance, JSON.stringify({ requested: true, process: other, at: 1e9 }));
    expect(shouldStart(layout, 1e9 + Math.max(age, 60_000))).toBe(expected);
    expect(claimMaintenance(layout, 1e9 + age)).toBe(expected);
  });

  it('tells that more was asked for meanwhile', async () => {
    await using directory = await createFixture({});
    const { layout } = contextIn(directory.path);
    claimMaintenance(layout, 1);
    requestMaintenance(layout, 2);
    expect([endMaintenance(layout), endMaintenance(layout)]).toEqual([false, true]);
  });
});

describe('an older schema', () => {
  const next = { version: 2, sql: 'ALTER TABLE sessions ADD COLUMN novelty TEXT' };

  it('is migrated by the maintenance, with a copy from before; hooks wait for it', async () => {
    await using directory = await createFixture({});
    const context = contextIn(directory.path);
    withDatabase(await accessStore(context, HURRIED, [initial]), () => undefined);
    const hook = await accessStore(context, HURRIED, [initial, next]);
    expect(() => withDatabase(hook, () => 1)).toThrow(DatabaseOlderError);
    expect(readMaintenance(context.layout)).toMatchObject({ requested: true });
    maintain(await accessStore(context, UNHURRIED, [initial, next]));
    expect(withDatabase(hook, (db) => db.get('PRAGMA user_version'))).toEqual({ user_version: 2 });
    expect(existsSync(join(context.layout.backups, 'memory.db.v1'))).toBe(true);
    expect(readMaintenance(context.layout)).toBeNull();
  });

  it('is no matter for a new database', async () => {
    await using directory = await createFixture({});
    const hook = await accessStore(contextIn(directory.path), HURRIED, [initial, next]);
    expect(withDatabase(hook, (db) => db.get('PRAGMA user_version'))).toEqual({ user_version: 2 });
  });
});

it('the daily check is due again after the clock was once far ahead', async () => {
  await using directory = await createFixture({ 'memory.db': 'x' });
  const { layout } = contextIn(directory.path);
  const now = Date.now();
  recordCheck(layout, 'ok', now);
  expect(isCheckDue(layout, now)).toBe(false);
  const ahead = new Date(now + 365 * 24 * 3_600_000);
  utimesSync(layout.integrity, ahead, ahead);
  expect(isCheckDue(layout, now)).toBe(true);
  expect(statSync(layout.integrity).mtimeMs).toBeGreaterThan(now);
});
