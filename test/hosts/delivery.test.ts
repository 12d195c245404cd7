import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { claudeOn } from './claude-code.ts';
import { codexOn } from './codex.ts';
import { giveBaton, toolPrompt } from './conversation.ts';
import { grokOn } from './grok.ts';
import { findHost } from './host-program.ts';
import { type Machine, openMachine } from './machine.ts';

const claude = await findHost('claude');
const codex = await findHost('codex');
const grok = await findHost('grok');

async function lastDelivery({ product }: Machine, host: string): Promise<unknown> {
  const { stdout } = await product.run('status', '--json');
  return JSON.parse(stdout).hosts[host].lastDelivery;
}

const wholeMemory = { kind: 'memory', pages: 1, turns: 1, received: 'whole' };

describe.skipIf(claude.missing !== null)(claude.suite, () => {
  it('has written down that it received the index and the memory whole', async () => {
    const machine = await openMachine();
    const host = claudeOn(machine, claude.executable);
    await machine.install('claude');
    const window = await host.window();
    await window.ask('say amber');
    await window.clear();
    await window.ask('say birch');
    expect(await lastDelivery(machine, 'claude')).toMatchObject(wholeMemory);
    await window.exit();
    await (await host.window()).ask('say cedar');
    expect(await lastDelivery(machine, 'claude')).toMatchObject({
      kind: 'index',
      received: 'whole',
    });
    expect((await machine.product.run('doctor', '--host', 'claude')).status).toBe(0);
  });

  it('has written down that the hook of a memory took too long', async () => {
    const machine = await openMachine();
    const host = claudeOn(machine, claude.executable);
    await machine.install('claude');
    const window = await host.window();
    await window.ask('say amber');
    await window.exit();
    const settings = readFileSync(host.settingsPath, 'utf8');
    const slow = settings.replace(
      /"command": "([^"]* prompt-submit[^"]*)",(\s*)"timeout": \d+/,
      '"command": "$1; sleep 3",$2"timeout": 1',
    );
    expect(slow).not.toBe(settings);
    writeFileSync(host.settingsPath, slow);
    const second = await host.window();
    await second.ask('say birch');
    await second.clear();
    await second.ask('say cedar');
    expect(await lastDelivery(machine, 'claude')).toMatchObject({
      kind: 'memory',
      received: 'dropped',
    });
    const { status, stdout } = await machine.product.run('doctor', '--host', 'claude');
    expect(status).toBe(1);
    expect(stdout).toContain('claude-delivery');
  });
});

describe.skipIf(codex.missing !== null)(codex.suite, () => {
  it('has written down that it received the memory whole', async () => {
    const machine = await openMachine();
    const host = codexOn(machine, codex.executable);
    await machine.install('codex');
    const window = await host.window();
    await window.ask('say amber');
    await window.clear();
    await window.ask('say birch');
    expect(await lastDelivery(machine, 'codex')).toMatchObject(wholeMemory);
  });
});

describe.skipIf(grok.missing !== null)(grok.suite, () => {
  it('has written down that it received the memory whole', async () => {
    const machine = await openMachine();
    const host = grokOn(machine, grok.executable);
    await machine.install('grok');
    const first = await host.window();
    await first.ask('say amber');
    await giveBaton(first);
    await first.exit();
    const second = await host.window();
    await second.ask(toolPrompt('birch'));
    await second.idle();
    expect(await lastDelivery(machine, 'grok')).toMatchObject(wholeMemory);
  });
});
