import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codexOn } from './codex.ts';
import {
  answersIn,
  commandsIn,
  giveBaton,
  occurrences,
  queue,
  REMINDER,
  toolAnswer,
  toolPrompt,
} from './conversation.ts';
import { findHost } from './host-program.ts';
import { openMachine } from './machine.ts';
import { execute } from './product.ts';
import { until } from './until.ts';

const host = await findHost('codex');

async function openCodex() {
  const machine = await openMachine();
  const codex = codexOn(machine, host.executable);
  await machine.install('codex');
  return { ...machine, ...codex };
}

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('stores every turn once, and prompts typed into a running turn as part of it', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(toolPrompt('birch'));
    await queue(window, 'wait 3000', ['q-two', 'q-three']);

    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ state, answer }) => [state, answer])).toEqual([
      ['complete', toolAnswer('amber')],
      ['complete', toolAnswer('birch')],
      ['complete', 'q-three'],
    ]);
    expect(turns[0]?.request).toBe(toolPrompt('amber'));
    expect(turns[2]?.request).toMatch(/^wait 3000\s+say q-two\s+say q-three$/);
    const details = await lab.product.details(turns[0]?.id ?? 0);
    expect(details.map(({ output }) => output).join('\n')).toContain('amber-output');
    expect(await window.screen()).not.toMatch(/hook/i);
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('gives the conversation before /clear to the one after it, with commands that run', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(toolPrompt('birch'));
    const before = window.session();
    await window.clear();
    const request = await window.ask('say after clear');

    expect(answersIn(request)).toEqual(['amber', 'birch']);
    const commands = commandsIn(request.text);
    expect(commands).not.toEqual([]);
    const outcomes = await Promise.all(
      commands.map((command) => execute('/bin/sh', ['-c', command], lab.home, '/')),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 0));
    expect(outcomes.map(({ stdout }) => stdout).join('\n')).toContain('birch-output');
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ id, turns, continues }) => ({ id, turns, continues }))).toEqual(
      expect.arrayContaining([
        { id: before, turns: 2, continues: null },
        { id: window.session(), turns: 1, continues: before },
      ]),
    );
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('answers $tl without a model call and hands over to the next window, once', async () => {
    const lab = await openCodex();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    const calls = lab.requests().length;
    await giveBaton(first);
    await first.exit();
    expect(lab.requests()).toHaveLength(calls);

    const second = await lab.window();
    expect(answersIn(await second.ask('say second window'))).toEqual(['amber']);
    const third = await lab.window();
    expect(answersIn(await third.ask('say third window'))).toEqual([]);
  });

  it('loses nothing when /clear is given twice in a row', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    await window.clear();
    expect(answersIn(await window.ask(toolPrompt('birch')))).toEqual(['amber']);
  });

  it('stores what follows a rewind in the same session', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask('say old');
    await window.key('Escape');
    await window.waitFor(/esc again/i);
    await window.key('Escape');
    await window.waitFor(/↵ rewind/);
    await window.key('Enter');
    await window.waitFor(/Conversation reverted/);
    await window.key('C-u');
    await window.ask('say new');
    expect(await lab.product.sessions()).toHaveLength(1);
    expect((await lab.product.turns(window.session())).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      'old',
      'new',
    ]);
  });

  it('never mixes two windows of one project', async () => {
    const lab = await openCodex();
    const [one, two] = await Promise.all([lab.window(), lab.window()]);
    await Promise.all([one.ask(toolPrompt('amber')), two.ask(toolPrompt('birch'))]);
    await one.clear();
    await two.clear();
    const [oneAfter, twoAfter] = await Promise.all([
      one.ask('say one after clear'),
      two.ask('say two after clear'),
    ]);
    expect(answersIn(oneAfter)).toEqual(['amber']);
    expect(answersIn(twoAfter)).toEqual(['birch']);
  });

  it('captures codex exec and gives it nothing while a baton waits', async () => {
    const lab = await openCodex();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    const run = await lab.headless(toolPrompt('cedar'));
    const unattended = lab.requests().filter(({ prompt }) => prompt === toolPrompt('cedar'));
    expect(unattended.filter(({ text }) => text.includes('amber'))).toEqual([]);
    expect(await lab.product.turns(run.session)).toMatchObject([
      { state: 'complete', request: toolPrompt('cedar'), answer: toolAnswer('cedar') },
    ]);

    const second = await lab.window();
    expect(answersIn(await second.ask('say second window'))).toEqual(['amber']);
  });

  it('injects nothing into a resumed session and stores its new turn in it', async () => {
    const lab = await openCodex();
    const old = await lab.window();
    await old.ask(toolPrompt('amber'));
    const id = old.hostSession();
    const session = old.session();
    await old.exit();
    const other = await lab.window();
    await other.ask(toolPrompt('birch'));
    await giveBaton(other);
    await other.exit();

    const resumed = await lab.window('resume', id);
    expect(answersIn(await resumed.ask(toolPrompt('cedar')))).toEqual(['amber']);
    expect((await lab.product.turns(session)).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      toolAnswer('cedar'),
    ]);
    expect(await lab.product.sessions()).toHaveLength(2);
  });

  it('gives a memory near the limit of the host whole', async () => {
    const lab = await openCodex();
    const answer = '長い答え'.repeat(300);
    const run = await lab.headless(`say ${answer}`);
    const window = await lab.window('resume', run.hostSession);
    await window.ask('say short');
    await window.clear();
    const { text } = await window.ask('say after clear');
    expect(occurrences(text, answer)).toBe(2);
    expect(text).toContain('</throughline-memory>');
  });

  it('links a fork to its parent and stores only what is new', async () => {
    const lab = await openCodex();
    const parent = await lab.window();
    await parent.ask(toolPrompt('amber'));
    const session = parent.session();
    const id = parent.hostSession();
    await parent.exit();
    const fork = await lab.window('fork', id);
    await fork.ask(toolPrompt('birch'));
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ turns, continues }) => ({ turns, continues }))).toEqual([
      { turns: 1, continues: session },
      { turns: 1, continues: null },
    ]);
    await fork.clear();
    expect(answersIn(await fork.ask('say after the fork'))).toEqual(['amber', 'birch']);
  });

  it('stores a turn that Esc ended in mid-tool as interrupted, before any other turn', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.type('run sleep 20');
    await window.request('run sleep 20');
    await window.waitFor(/esc to interrupt/);
    await window.written('"name":"exec_command","arguments":"{\\"cmd\\":\\"sleep 20');
    await window.key('Escape');
    await window.waitFor(/Conversation interrupted/);
    await window.ask('say onwards');
    expect(await lab.product.turns(window.session())).toMatchObject([
      { state: 'complete', answer: toolAnswer('amber') },
      { state: 'interrupted', request: 'run sleep 20' },
      { state: 'complete', request: 'say onwards', answer: 'onwards' },
    ]);
  });

  it('stores a turn that SIGKILL ended with the host when the next window is typed into', async () => {
    const lab = await openCodex();
    const killed = await lab.window();
    await killed.ask(toolPrompt('amber'));
    const prompt = 'run echo begun\nwait 60000';
    await killed.type(prompt);
    await killed.request(prompt, 1);
    const session = killed.session();
    await killed.stop();

    const next = await lab.window();
    await next.ask('say next');
    await until(async () => (await lab.product.turns(session)).length === 2, {
      ms: 10_000,
      what: () => 'the turn of the killed session',
    });
    expect(await lab.product.turns(session)).toMatchObject([
      { state: 'complete', answer: toolAnswer('amber') },
      { state: 'interrupted', request: prompt },
    ]);
  });

  it('makes a turn of its own of a prompt typed while the hooks of an answer run', async () => {
    const lab = await openCodex();
    const slow = `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "sleep 2"\n`;
    appendFileSync(join(lab.directory, 'config.toml'), slow);
    const window = await lab.window();
    await window.type(toolPrompt('amber'));
    await window.waitFor(/Running hooks/);
    await window.ask(toolPrompt('birch'));
    expect(await lab.product.turns(window.session())).toMatchObject([
      { state: 'complete', request: toolPrompt('amber'), answer: toolAnswer('amber') },
      { state: 'complete', request: toolPrompt('birch'), answer: toolAnswer('birch') },
    ]);
  });

  it('stores no answer for a turn that the API failed', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.type('fail 500');
    await window.waitFor(/^■ /m);
    await window.idle();
    await window.ask('say fine again');
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ request, answer }) => [request, answer || null])).toEqual([
      ['fail 500', null],
      ['say fine again', 'fine again'],
    ]);
  });

  it('keeps a turn that the host compacts in its middle, no summary of it, and reminds of it', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    lab.model.claimOnce(990_000);
    await window.ask(toolPrompt('birch'));
    await window.waitFor(/Context compacted/);
    const { text } = await window.ask('say onwards');
    expect(occurrences(text, REMINDER)).toBe(1);
    expect(text).toContain(`[now] user: ${toolPrompt('birch')}`);
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ state, request, answer }) => [state, request, answer])).toEqual([
      ['complete', toolPrompt('amber'), toolAnswer('amber')],
      ['complete', toolPrompt('birch'), toolAnswer('birch')],
      ['complete', 'say onwards', 'onwards'],
    ]);
  });

  it('makes no turn of /compact, and reminds of what was before it', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.type('/compact');
    await window.waitFor(/Context compacted/);
    await window.idle();
    const { text } = await window.ask('say onwards');
    expect(occurrences(text, REMINDER)).toBe(1);
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ request }) => request)).toEqual([toolPrompt('amber'), 'say onwards']);
  });

  it('puts what a subagent did away as details of the turn', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask('delegate run printf child-%s output\nwait 1500\nsay parent done');
    await window.ask('say onwards');
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ answer }) => answer)).toEqual(['parent done', 'onwards']);
    const details = await lab.product.details(turns[0]?.id ?? 0);
    expect(details.map(({ output }) => output).join('\n')).toContain('child-output');
    expect(await lab.product.sessions()).toHaveLength(1);
  });

  it('offers the memory once: prompts typed into the first turn do not get it again', async () => {
    const lab = await openCodex();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    const last = await queue(window, 'wait 3000', ['q-two', 'q-three']);
    const first = await window.request('wait 3000');
    expect(occurrences(first.text, toolAnswer('amber'))).toBeGreaterThan(0);
    expect(occurrences(last.text, toolAnswer('amber'))).toBe(
      occurrences(first.text, toolAnswer('amber')),
    );
  });
});

describe.skipIf(host.missing !== null)(`${host.suite}, its hooks trusted by hand`, () => {
  it('runs no hook before the user trusts them, and tells status so', async () => {
    const lab = await openCodex();
    expect((await lab.product.status()).hosts.codex).toMatchObject({ trusted: false });
    await lab.trustingWindow();
    expect((await lab.product.status()).hosts.codex).toMatchObject({ trusted: true, problems: [] });
  });

  it('gives the conversation before /clear to the one after it, though a server runs the hooks', async () => {
    const lab = await openCodex();
    const window = await lab.trustingWindow();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    expect(answersIn(await window.ask('say after clear'))).toEqual(['amber']);
  });

  it('takes a baton from one window of a server to another', async () => {
    const lab = await openCodex();
    const one = await lab.trustingWindow();
    await one.ask(toolPrompt('amber'));
    await giveBaton(one);
    const two = await lab.trustingWindow();
    await two.type('say second window');
    expect(answersIn(await two.request('say second window'))).toEqual(['amber']);
  });

  it('gives no window of a server the conversation of another', async () => {
    const lab = await openCodex();
    const one = await lab.trustingWindow();
    await one.ask(toolPrompt('amber'));
    const two = await lab.trustingWindow();
    /* The hooks of both windows have the environment of the first, so they note nothing for the second. */
    await two.type(toolPrompt('birch'));
    await two.waitFor(/^• finished printf birch/m);
    await two.idle();
    await one.clear();
    expect(answersIn(await one.ask('say one after clear'))).not.toContain('birch');
  });
});
