import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { answersIn, giveBaton, hookContexts, toolAnswer, toolPrompt } from './conversation.ts';
import { findHost } from './host-program.ts';
import { openLab } from './lab.ts';

const host = await findHost('claude');
const claude = host.executable;

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('remembers the newest answer when /clear is typed while the turn still ends', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.type(toolPrompt('amber'));
    await window.waitFor(/● finished printf amber/);
    await window.clear();
    expect(answersIn(await window.ask('say next'))).toEqual(['amber']);
  });

  it('remembers a turn that Esc ended when /clear follows', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.type('run sleep 20');
    await window.waitFor(/⎿\s+\$ sleep 20/);
    await window.key('Escape');
    await window.waitFor(/Interrupted/);
    const before = window.session();
    await window.clear();
    const { text } = await window.ask('say next');
    expect(text.split('\n').filter((line) => line.includes('run sleep 20'))).toHaveLength(1);
    expect(await lab.product.turns(before)).toMatchObject([{ state: 'interrupted' }]);
  });

  it('drops the memory when /tl fresh is the first prompt after /clear', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    await window.type('/tl fresh');
    await window.waitFor(/Throughline: the earlier conversation is dropped/);
    const request = await window.ask('say fresh start');
    expect(hookContexts(request)).toEqual([]);
    expect(answersIn(request)).toEqual([]);
  });

  it('stores nothing between /tl off and /tl on', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.type('/tl off');
    await window.waitFor(/Throughline: from now on nothing of this session is stored/);
    await window.ask(toolPrompt('birch'));
    await window.type('/tl on');
    await window.waitFor(/Throughline: this session is stored again/);
    await window.ask(toolPrompt('cedar'));
    expect((await lab.product.turns(window.session())).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      toolAnswer('cedar'),
    ]);
  });

  it('hands one conversation to the next window and keeps it for its own /clear', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    const second = await lab.window();
    expect(answersIn(await second.ask('say second window'))).toEqual(['amber']);
    await first.clear();
    expect(answersIn(await first.ask('say first window'))).toEqual(['amber']);
  });

  it('links a fork to its parent and stores only what is new', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const parent = await lab.window();
    await parent.ask(toolPrompt('amber'));
    const id = parent.session();
    await parent.exit();
    const fork = await lab.window('--resume', id, '--fork-session');
    expect(hookContexts(await fork.ask(toolPrompt('birch')))).toEqual([]);
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ turns, continues }) => ({ turns, continues }))).toEqual([
      { turns: 1, continues: id },
      { turns: 1, continues: null },
    ]);
    await fork.clear();
    expect(answersIn(await fork.ask('say after the fork'))).toEqual(['amber', 'birch']);
  });

  it('keeps a run that a tool starts apart from the conversation it runs in', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(`run ${claude} -p "say nested" </dev/null`);
    const nested = lab.requests().filter(({ prompt }) => prompt === 'say nested');
    expect(nested.flatMap(hookContexts)).toEqual([]);
    await window.clear();
    expect(answersIn(await window.ask('say next'))).toEqual(['amber']);
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ turns }) => turns).toSorted()).toEqual([1, 1, 2]);
  });

  it('takes back only its own entries when the settings were rewritten since install', async () => {
    const lab = await openLab(claude, { settings: '{"model":"opus"}' });
    await lab.install();
    const installed: unknown = JSON.parse(readFileSync(lab.settingsPath, 'utf8'));
    const rewritten = JSON.stringify(Object.assign({ added: true }, installed), null, 4);
    writeFileSync(lab.settingsPath, rewritten);
    expect(await lab.product.run('uninstall', '--host', 'claude')).toMatchObject({ status: 0 });
    expect(JSON.parse(readFileSync(lab.settingsPath, 'utf8'))).toEqual({
      added: true,
      model: 'opus',
    });
  });
});
