import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { Machine, type PageReply, type Window } from './fake-host.ts';
import { holdLock } from './held-lock.ts';

const TURNS = 11;
const answer = (number: number): string =>
  `回答${number}。${'設定を読み直して確かめる。'.repeat(230)}`;

/** A machine with three entries for prompts, and a window with long turns. */
async function talked() {
  const machine = await Machine.create();
  machine.directory('.claude');
  await machine.product.run('install', '--host', 'claude', '--pages', '3');
  const window = await machine.open();
  for (let number = 1; number <= TURNS; number += 1) {
    await window.turn(`質問${number}をお願いします`, answer(number));
  }
  return Object.assign(machine, { talk: window });
}

/** The same, and the window has just been cleared. */
async function cleared() {
  const machine = await talked();
  await machine.talk.clear();
  return Object.assign(machine, { cleared: machine.talk });
}

const turnsIn = ({ memory }: PageReply): readonly number[] =>
  [...(memory ?? '').matchAll(/\] user: 質問(\d+)を/g)].map(([, number]) => Number(number));
const byPage = (replies: readonly PageReply[]): readonly PageReply[] =>
  replies.toSorted((a, b) => b.page - a.page);
const newest = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => TURNS + 1 - count + index);
const memories = (replies: readonly PageReply[]): readonly (string | null)[] =>
  replies.map(({ memory }) => memory);
const left = ({ data }: Machine, { session }: Window): readonly string[] =>
  readdirSync(join(data, 'run', `claude-${session}`)).filter((name) => name.startsWith('page'));

describe.concurrent('a memory on three pages', () => {
  it.for([
    { name: 'in order', order: [1, 2, 3] },
    { name: 'backwards', order: [3, 2, 1] },
    { name: 'the middle one first', order: [2, 3, 1] },
    { name: 'all at once', order: [[1, 2, 3]] },
    { name: 'two at once, then the first', order: [[2, 3], 1] },
    { name: 'each called twice', order: [[2, 1], 3, 1, 2, 3] },
  ])('neither repeats nor misses a turn: $name', async ({ order }) => {
    await using machine = await cleared();
    const replies = await machine.cleared.promptPages('続けて', order);
    const turns = byPage(replies).flatMap(turnsIn);
    expect(turns).toEqual(newest(turns.length));
    expect(turns.length).toBeGreaterThan(6);
    expect(memories(replies).filter((text) => text !== null)).toHaveLength(3);
    expect(replies.filter(({ notice }) => notice !== null).map(({ page }) => page)).toEqual([1]);
    machine.cleared.answer('はい');
    await machine.cleared.stop();
    expect(left(machine, machine.cleared)).toEqual([]);
    expect(await machine.product.status()).toMatchObject({
      failures: {},
      hosts: { claude: { lastDelivery: { kind: 'memory', pages: 3, received: 'whole' } } },
    });
  });

  it('is offered again, whole, after a prompt that another hook blocked', async () => {
    await using machine = await cleared();
    const blocked = await machine.cleared.promptPages('一', [2, 3, 1], { blockedByOther: true });
    const replies = await machine.cleared.promptPages('二', [3, 1, 2]);
    expect(byPage(replies).map(turnsIn)).toEqual(byPage(blocked).map(turnsIn));
  });

  it('is given once to prompts that follow', async () => {
    await using machine = await cleared();
    await machine.cleared.promptPages('一', [1, 2, 3]);
    machine.cleared.answer('はい');
    await machine.cleared.stop();
    const replies = await machine.cleared.promptPages('二', [[3, 2, 1]]);
    expect(memories(replies)).toEqual([null, null, null]);
  });

  it('is not eaten by a command of ours, which is answered once', async () => {
    await using machine = await cleared();
    const command = await machine.cleared.promptPages('/tl status', [[1, 2, 3]], {
      blockedByOther: true,
    });
    expect(command.map(({ block }) => block !== null)).toEqual([true, false, false]);
    const replies = await machine.cleared.promptPages('続けて', [[1, 2, 3]]);
    expect(memories(replies)).not.toContain(null);
  });

  it('leaves nothing behind when it is dropped', async () => {
    await using machine = await cleared();
    await machine.cleared.promptPages('一', [1], { blockedByOther: true });
    expect(left(machine, machine.cleared)).toEqual(['page-2.json', 'page-3.json']);
    await machine.cleared.prompt('/tl fresh');
    expect(left(machine, machine.cleared)).toEqual([]);
  });

  it('is one block where all of it fits, and is the first', async () => {
    await using machine = await Machine.create();
    machine.directory('.claude');
    await machine.product.run('install', '--host', 'claude', '--pages', '3');
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    const replies = await window.promptPages('two', [3, 2, 1]);
    expect(replies.map(({ memory }) => memory?.split('\n', 1)[0] ?? null)).toEqual([
      null,
      null,
      expect.stringMatching(/^<throughline-memory id="[\w-]+">$/),
    ]);
  });

  it('points a fresh start to the project once', async () => {
    await using machine = await cleared();
    const window = await machine.open();
    const replies = await window.promptPages('hello', [[2, 1, 3]]);
    expect(byPage(replies).map(({ memory }) => memory !== null)).toEqual([false, false, true]);
  });

  it('is given to a session that the host never announced', async () => {
    await using machine = await talked();
    await machine.talk.prompt('/tl');
    const replies = await machine.window().promptPages('続けて', [[2, 3, 1]]);
    expect(memories(replies)).not.toContain(null);
  });

  it('leaves nothing of it behind when its conversation is forgotten', async () => {
    await using machine = await talked();
    const { transcript } = machine.talk;
    await machine.talk.clear();
    await machine.talk.promptPages('一', [1], { blockedByOther: true });
    const window = machine.window();
    await window.resume(transcript);
    await window.prompt('/tl forget');
    expect(left(machine, machine.talk)).toEqual([]);
  });

  it('is offered once where the host names no prompts', async () => {
    await using machine = await Machine.create();
    machine.directory('.claude');
    await machine.product.run('install', '--host', 'claude', '--pages', '3');
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.clear();
    const fields = { hook_event_name: 'UserPromptSubmit', prompt: 'two' };
    const given: boolean[] = [];
    for (const page of ['1', '2', '3']) {
      const words = ['prompt-submit', '--host', 'claude', '--page', page];
      const { stdout } = await window.run(words, window.payload(fields));
      given.push(stdout.includes('throughline-memory'));
    }
    expect(given).toEqual([true, false, false]);
    expect(left(machine, window)).toEqual([]);
  });

  it('comes whole although one entry has to wait too long for the database', async () => {
    await using machine = await cleared();
    const window = machine.cleared;
    const fields = { hook_event_name: 'UserPromptSubmit', prompt: '続けて', prompt_id: 'p-1' };
    const ask = async (page: string): Promise<string> => {
      const words = ['prompt-submit', '--host', 'claude', '--page', page];
      return (await window.run(words, window.payload(fields))).stdout;
    };
    const lock = await holdLock(join(machine.data, 'memory.db'));
    const second = ask('2');
    await setTimeout(650);
    await lock.release();
    expect(await ask('1')).toContain('page=\\"1/3\\"');
    expect(await second).toContain('page=\\"2/3\\"');
  });
});
