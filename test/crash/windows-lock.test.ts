import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { size, sleep } from './children.ts';
import {
  endWine,
  hasPrinted,
  prepareWine,
  type WindowsChild,
  WindowsMachine,
  windowsPrograms,
} from './windows-machine.ts';

const programs = windowsPrograms();
const stressMs = size('THROUGHLINE_CRASH_STRESS_MS', { usual: 6000, small: 3000 });
const silent = { status: 0, stdout: '', stderr: '' };
const suite = `on Windows${'missing' in programs ? ` (skipped: ${programs.missing})` : ''}`;
const drives = await createFixture({});
const prefix = drives.getPath('wine');

const create = (): Promise<WindowsMachine & AsyncDisposable> => {
  if ('missing' in programs) throw new Error(programs.missing);
  return WindowsMachine.create(programs, prefix);
};

beforeAll(() => {
  if (!('missing' in programs)) prepareWine(programs, prefix);
}, 60_000);

afterAll(async () => {
  if (!('missing' in programs)) endWine(programs, prefix);
  await drives.rm();
});

const spooled = (machine: WindowsMachine): readonly string[] => {
  const spool = join(machine.data, 'spool');
  return existsSync(spool) ? readdirSync(spool) : [];
};

async function holding(machine: WindowsMachine): Promise<WindowsChild> {
  mkdirSync(machine.data, { recursive: true });
  const lock = machine.path(join(machine.data, 'memory.db-lock'));
  const holder = machine.start('lock-holder', [lock]);
  await hasPrinted(holder, 'holding');
  return holder;
}

async function killed(child: WindowsChild): Promise<void> {
  child.process.kill('SIGKILL');
  await child.ended;
}

describe.skipIf('missing' in programs)(suite, () => {
  it('a turn is stored, told by status, and remembered', async () => {
    await using machine = await create();
    const conversation = machine.conversation();
    conversation.answered('one', 'first');
    expect(await conversation.stop()).toEqual(silent);
    const status = await machine.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      database: { turns: 1, sessions: 1 },
      spool: { events: 0 },
      failures: {},
    });
    const recalled = await machine.run(['recall']);
    expect(recalled).toMatchObject({ status: 0, stderr: '' });
    expect(recalled.stdout).toContain('assistant: first');
    expect(readFileSync(join(machine.data, 'lockproto'), 'utf8')).toBe('windows\n');
  });

  it('a turn that ends while the lock is held is kept, and stored once the holder was killed', async () => {
    await using machine = await create();
    const holder = await holding(machine);
    const conversation = machine.conversation();
    conversation.answered('one', 'first');
    expect(await conversation.stop()).toEqual(silent);
    expect(spooled(machine)).toHaveLength(1);
    const status = await machine.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({ spool: { events: 1 } });
    await killed(holder);
    conversation.answered('two', 'second');
    expect(await conversation.stop()).toEqual(silent);
    expect(spooled(machine)).toEqual([]);
    expect(await conversation.stored()).toMatchObject([
      { request: 'one', answer: 'first' },
      { request: 'two', answer: 'second' },
    ]);
  });

  it('hooks of several windows at once store each turn once', async () => {
    await using machine = await create();
    const conversations = ['one', 'two', 'three', 'four'].map((prompt) => {
      const conversation = machine.conversation();
      conversation.answered(prompt, `answer to ${prompt}`);
      return conversation;
    });
    const runs = await Promise.all(conversations.flatMap((each) => [each.stop(), each.stop()]));
    expect(runs).toEqual(runs.map(() => silent));
    const last = machine.conversation();
    last.answered('last', 'the end');
    expect(await last.stop()).toEqual(silent);
    const status = await machine.run(['status', '--json']);
    expect(JSON.parse(status.stdout)).toMatchObject({
      database: { turns: 5, sessions: 5 },
      spool: { events: 0 },
    });
  });

  it('the transaction of a killed writer is undone by the next process', async () => {
    await using machine = await create();
    const path = machine.path(machine.file('ledger.db'));
    const writer = machine.start('windows-writer', [path]);
    await hasPrinted(writer, 'holding');
    const refused = await machine.start('visitor', [path]).ended;
    await killed(writer);
    expect(refused.status).not.toBe(0);
    expect(refused.stderr).toContain('DatabaseBusyError');
    const visitor = await machine.start('visitor', [path]).ended;
    expect(JSON.parse(visitor.stdout)).toEqual({ read: { value: 0 } });
  });

  it('the lock keeps contenders apart that often die holding it', async () => {
    await using machine = await create();
    const parameters = ['lock', 'marker'].map((name) => machine.path(machine.file(name)));
    const running = new Set<WindowsChild>();
    const ended: WindowsChild[] = [];
    let over = false;
    const contend = async (): Promise<void> => {
      while (!over) {
        const child = machine.start('contender', parameters);
        running.add(child);
        await child.ended;
        running.delete(child);
        ended.push(child);
      }
    };
    const loops = [contend(), contend(), contend()];
    await sleep(stressMs);
    over = true;
    for (const child of running) child.process.kill('SIGKILL');
    await Promise.all(loops);
    const runs = await Promise.all(ended.map((child) => child.ended));
    expect(runs.map(({ stderr }) => stderr).join('')).toBe('');
    expect(ended.length).toBeGreaterThan(4);
    expect(runs.map(({ stdout }) => stdout).join('').length).toBeGreaterThan(ended.length / 2);
  });

  it('a damaged memory is set aside, and the turn is stored', async () => {
    await using machine = await create();
    const conversation = machine.conversation();
    conversation.answered('one', 'first');
    expect(await conversation.stop()).toEqual(silent);
    writeFileSync(join(machine.data, 'memory.db'), 'x'.repeat(8192));
    conversation.answered('two', 'second');
    expect(await conversation.stop()).toEqual(silent);
    expect(await conversation.stored()).toMatchObject([{ request: 'one' }, { request: 'two' }]);
    const names = readdirSync(join(machine.data, 'backups'));
    expect(names.filter((name) => name.startsWith('memory.db.damaged-'))).toHaveLength(1);
  });

  it('a directory that Linux locks its own way is refused in one line', async () => {
    await using machine = await create();
    mkdirSync(machine.data);
    writeFileSync(join(machine.data, 'lockproto'), 'link\n');
    const conversation = machine.conversation();
    conversation.answered('one', 'first');
    const refused = await conversation.stop();
    expect(refused).toMatchObject({ status: 1, stdout: '' });
    expect(refused.stderr).toMatch(/^throughline-bin process-turn: [^\n]+\(link\)[^\n]+\n$/);
    expect(existsSync(join(machine.data, 'memory.db'))).toBe(false);
  });
});
