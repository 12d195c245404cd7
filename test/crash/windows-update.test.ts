import { appendFileSync, copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  endWine,
  hasPrinted,
  prepareWine,
  WindowsMachine,
  windowsPrograms,
} from './windows-machine.ts';

const programs = windowsPrograms();
const suite = `on Windows${'missing' in programs ? ` (skipped: ${programs.missing})` : ''}`;
const drives = await createFixture({});
const prefix = drives.getPath('wine');

beforeAll(() => {
  if (!('missing' in programs)) prepareWine(programs, prefix);
}, 60_000);

afterAll(async () => {
  if (!('missing' in programs)) endWine(programs, prefix);
  await drives.rm();
});

/** Installed in place of nothing, and a newer one; they differ in bytes that nothing reads. */
async function withUpdate() {
  if ('missing' in programs) throw new Error(programs.missing);
  const machine = await WindowsMachine.create(programs, prefix);
  const [old, update] = ['old', 'new'].map((name) => {
    const path = machine.file(`${name}.exe`);
    copyFileSync(programs.executable, path);
    appendFileSync(path, name);
    return path;
  });
  const bin = join(machine.data, 'bin');
  const installed = join(bin, 'throughline-bin.exe');
  mkdirSync(machine.data);
  const install = (path = '', ...words: string[]) =>
    machine.startCopy(path, ['install', ...words]).ended;
  const { status, stderr } = await install(old, '--host', 'grok');
  if (status !== 0) throw new Error(`install exits ${status}: ${stderr}`);
  const tail = (path: string): string => readFileSync(path).subarray(-3).toString();
  const now = () => [tail(installed), tail(join(bin, 'previous', 'throughline-bin.exe'))];
  const left = () => readdirSync(bin).filter((name) => name.endsWith('.old'));
  return Object.assign(machine, { old, update, installed, install, now, left });
}

describe.skipIf('missing' in programs)(suite, () => {
  it('an update while a hook waits for the lock lets it keep what it was told, and leaves nothing aside', async () => {
    await using machine = await withUpdate();
    const lock = machine.path(join(machine.data, 'memory.db-lock'));
    const holder = machine.start('lock-holder', [lock]);
    await hasPrinted(holder, 'holding');
    const conversation = machine.conversation();
    conversation.answered('one', 'first');
    const words = ['process-turn', '--host', 'claude'];
    const hook = machine.startCopy(machine.installed, words, conversation.payload());
    expect(await machine.install(machine.update, '--host', 'grok')).toMatchObject({ status: 0 });
    expect(machine.now()).toEqual(['new', 'old']);
    holder.process.kill('SIGKILL');
    await holder.ended;
    expect(await hook.ended).toMatchObject({ status: 0, stderr: '' });
    expect(readdirSync(join(machine.data, 'spool')).length).toBe(1);
    await machine.install(machine.old, '--host', 'grok');
    expect([machine.now(), machine.left()]).toEqual([['old', 'new'], []]);
  });

  it('an executable that runs is renamed aside when it rolls itself back, and swept by the next', async () => {
    await using machine = await withUpdate();
    await machine.install(machine.update, '--host', 'grok');
    expect(await machine.install(machine.installed, '--rollback')).toMatchObject({ status: 0 });
    expect([machine.now(), machine.left().length]).toEqual([['old', 'new'], 1]);
    expect(await machine.install(machine.installed, '--rollback')).toMatchObject({ status: 0 });
    expect([machine.now(), machine.left().length]).toEqual([['new', 'old'], 1]);
  });
});
