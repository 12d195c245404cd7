import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeOn } from './claude-code.ts';
import { commandsIn } from './conversation.ts';
import { findHost } from './host-program.ts';
import { type Machine, openMachine } from './machine.ts';
import { execute } from './product.ts';

const claude = await findHost('claude');

const TURNS = 25;
const question = (number: number): string => `repeat 60 回答${number}、設定を読み直して確かめる。`;
const answer = (number: number): string => `回答${number}、設定を読み直して確かめる。`.repeat(60);

/** Blocks of a memory, without what is known only when it is given. */
const blocksIn = (text: string): readonly string[] =>
  (text.match(/<throughline-memory [\s\S]*?<\/throughline-memory>/g) ?? []).map((block) =>
    block.replace(/id="[\w-]+"/, 'id=""').replace(/--session \S+/g, '--session'),
  );

/** What the executable that the hooks start would give, as it says itself. */
async function previewed({ home, project }: Machine, ...words: readonly string[]) {
  const installed = join(home, '.throughline', 'bin', 'throughline-bin');
  const { stdout } = await execute(installed, ['preview', ...words, '--json'], home, project);
  return blocksIn(JSON.parse(stdout).text);
}

describe.skipIf(claude.missing !== null)(claude.suite, () => {
  it('receives a long Japanese conversation on two pages, as preview showed them', async () => {
    const machine = await openMachine();
    const host = claudeOn(machine, claude.executable);
    const { product } = machine;
    await product.run('install', '--host', 'claude', '--pages', '2');
    const window = await host.window();
    for (let number = 1; number <= TURNS; number += 1) await window.ask(question(number));
    const shown = await previewed(machine);
    await window.clear();
    const request = await window.ask('say 続き');

    const blocks = blocksIn(request.text);
    expect(blocks).toHaveLength(2);
    expect(blocks.toSorted()).toEqual(shown.toSorted());
    const received = Array.from({ length: TURNS }, (_, index) => index + 1).filter((number) =>
      blocks.join('\n').includes(`assistant: ${answer(number)}\n`),
    );
    const [oldest = TURNS] = received;
    expect(received).toEqual(
      Array.from({ length: TURNS + 1 - oldest }, (_, index) => oldest + index),
    );
    expect(received.length).toBeGreaterThan(10);
    const { stdout } = await product.run('status', '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      failures: {},
      hosts: {
        claude: {
          pages: 2,
          lastDelivery: { kind: 'memory', pages: 2, turns: received.length, received: 'whole' },
        },
      },
    });
    expect((await product.run('status')).stdout).toContain('received whole');
  });

  it('is pointed to the conversation in a later window, and recall works from there', async () => {
    const machine = await openMachine();
    const host = claudeOn(machine, claude.executable);
    await machine.install('claude');
    const first = await host.window();
    await first.ask('say クッキーの設定を直しました');
    await first.exit();
    const shown = await previewed(machine, '--as', 'start');
    const second = await host.window();
    const request = await second.ask('say おはよう');

    expect(blocksIn(request.text)).toEqual(shown);
    const [recall = ''] = commandsIn(request.text);
    expect(recall).toContain(` recall --session ${first.session().slice(0, 8)}`);
    const { status, stdout } = await execute('/bin/sh', ['-c', recall], machine.home, '/');
    expect([status, stdout]).toEqual([0, expect.stringContaining('クッキーの設定を直しました')]);
  });
});
