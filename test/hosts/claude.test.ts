import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { describe, expect, it } from 'vitest';
import {
  answersIn,
  commandsIn,
  giveBaton,
  hookContexts,
  occurrences,
  queue,
  REMINDER,
  toolAnswer,
  toolPrompt,
} from './conversation.ts';
import { findHost } from './host-program.ts';
import { openLab } from './lab.ts';
import { execute } from './product.ts';
import { until } from './until.ts';

const host = await findHost('claude');
const claude = host.executable;

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('stores every turn once, and prompts queued during a turn as one turn', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(toolPrompt('birch'));
    await queue(window, 'wait 5000', ['q-two', 'q-three', 'q-four']);

    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ state, answer }) => [state, answer])).toEqual([
      ['complete', toolAnswer('amber')],
      ['complete', toolAnswer('birch')],
      ['complete', 'ack'],
      ['complete', 'q-four'],
    ]);
    expect(turns.slice(0, 3).map(({ request }) => request)).toEqual([
      toolPrompt('amber'),
      toolPrompt('birch'),
      'wait 5000',
    ]);
    expect(turns[3]?.request).toMatch(/^say q-two\s+say q-three\s+say q-four$/);
    const details = await lab.product.details(turns[0]?.id ?? 0);
    expect(details.map(({ output }) => output)).toContain('amber-output');
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('gives the conversation before /clear to the one after it, with commands that run', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(toolPrompt('birch'));
    await queue(window, 'wait 5000', ['q-two', 'q-three', 'q-four']);
    const before = window.session();
    await window.clear();
    const request = await window.ask('say after clear');

    expect(answersIn(request)).toEqual(['amber', 'birch']);
    expect(/q-two\s+say q-three\s+say q-four/.test(request.text)).toBe(true);
    const outcomes = await Promise.all(
      commandsIn(request.text).map((command) => execute('/bin/sh', ['-c', command], lab.home, '/')),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(outcomes.map(() => 0));
    expect(outcomes.map(({ stdout }) => stdout).join('\n')).toContain('birch-output');
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ id, turns, continues }) => ({ id, turns, continues }))).toEqual(
      expect.arrayContaining([
        { id: before, turns: 4, continues: null },
        { id: window.session(), turns: 1, continues: before },
      ]),
    );
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('answers /tl without a model call and hands over to the next window, once', async () => {
    const lab = await openLab(claude);
    await lab.install();
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
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    await window.clear();
    expect(answersIn(await window.ask(toolPrompt('birch')))).toEqual(['amber']);
    await window.clear();
    await window.clear();
    expect(answersIn(await window.ask('say the end'))).toEqual(['amber', 'birch']);
  });

  it('reminds of the requests after /compact, word for word', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.type('/compact');
    await window.waitFor(/Compacted/);
    await window.idle();
    const { text } = await window.ask('say onwards');
    expect(occurrences(text, REMINDER)).toBe(1);
    expect(text).toContain(`user: ${toolPrompt('amber')}`);
    expect((await lab.product.turns(window.session())).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      'onwards',
    ]);
  });

  it('reminds of the request that is being worked on when it compacts in mid-turn', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    lab.model.claimOnce(990_000);
    await window.ask(toolPrompt('birch'));
    const { text } = await window.ask('say onwards');
    expect(occurrences(text, REMINDER)).toBe(1);
    expect(text).toContain(`[now] user: ${toolPrompt('birch')}`);
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ request }) => request)).toEqual([
      toolPrompt('amber'),
      toolPrompt('birch'),
      'say onwards',
    ]);
  });

  it('never mixes two windows of one project', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const [one, two] = await Promise.all([lab.window(), lab.window()]);
    await Promise.all([one.ask(toolPrompt('amber')), two.ask(toolPrompt('birch'))]);
    await one.clear();
    await two.ask(toolPrompt('cedar'));
    await two.clear();
    const [oneAfter, twoAfter] = await Promise.all([
      one.ask('say one after clear'),
      two.ask('say two after clear'),
    ]);
    expect(answersIn(oneAfter)).toEqual(['amber']);
    expect(answersIn(twoAfter)).toEqual(['birch', 'cedar']);
  });

  it('captures an unattended run and gives it nothing while a baton waits', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    const run = await lab.headless(toolPrompt('cedar'));
    const unattended = lab.requests().filter(({ prompt }) => prompt === toolPrompt('cedar'));
    expect(unattended.flatMap(hookContexts)).toEqual([]);
    expect(await lab.product.turns(run.sessionId)).toMatchObject([
      { state: 'complete', request: toolPrompt('cedar'), answer: toolAnswer('cedar') },
    ]);

    const second = await lab.window();
    expect(answersIn(await second.ask('say second window'))).toEqual(['amber']);
  });

  it('injects nothing into a resumed session and stores its new turn in it', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const old = await lab.window();
    await old.ask(toolPrompt('amber'));
    const id = old.session();
    await old.exit();
    const other = await lab.window();
    await other.ask(toolPrompt('birch'));
    await giveBaton(other);
    await other.exit();

    const resumed = await lab.window('--resume', id);
    const request = await resumed.ask(toolPrompt('cedar'));
    expect(hookContexts(request)).toEqual([]);
    expect(answersIn(request)).toEqual(['amber']);
    expect((await lab.product.turns(id)).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      toolAnswer('cedar'),
    ]);
    expect(await lab.product.sessions()).toHaveLength(2);
  });

  it('stores a turn that Esc ended in mid-tool as interrupted, with the next turn', async () => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.type('run sleep 20');
    await window.request('run sleep 20');
    await window.waitFor(/⎿\s+\$ sleep 20/);
    await window.key('Escape');
    await window.waitFor(/Interrupted/);
    await window.ask('say onwards');
    expect(await lab.product.turns(window.session())).toMatchObject([
      { state: 'interrupted', request: 'run sleep 20' },
      { state: 'complete', request: 'say onwards', answer: 'onwards' },
    ]);
  });

  it.for(['SIGKILL', 'SIGHUP'] as const)(
    'stores a turn that %s ended with the host as interrupted when the next window starts',
    async (signal) => {
      const lab = await openLab(claude);
      await lab.install();
      const killed = await lab.window();
      await killed.ask(toolPrompt('amber'));
      const prompt = 'run echo begun\nwait 60000';
      await killed.type(prompt);
      await killed.request(prompt, 1);
      await killed.written('"content":"run echo begun');
      const id = killed.session();
      process.kill(killed.pid, signal);
      await killed.ended();

      await lab.window();
      await until(async () => (await lab.product.turns(id)).length === 2, {
        ms: 10_000,
        what: () => 'the turn of the killed session',
      });
      expect(await lab.product.turns(id)).toMatchObject([
        { state: 'complete', answer: toolAnswer('amber') },
        { state: 'interrupted', request: prompt },
      ]);
    },
  );

  it('offers the memory again when another hook blocked the prompt that carried it', async () => {
    const blocker = `if grep -q BLOCKME; then echo '{"decision":"block","reason":"not allowed here"}'; fi`;
    const group = { hooks: [{ type: 'command', command: blocker }] };
    const lab = await openLab(claude, {
      settings: JSON.stringify({ hooks: { UserPromptSubmit: [group] } }),
    });
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    await window.draft('say BLOCKME');
    await window.key('Enter');
    await window.waitFor(/not allowed here/);
    await window.key('C-u');
    expect(answersIn(await window.ask('say allowed'))).toEqual(['amber']);
  });

  it.for([400, 529])('stores no answer for a turn that the API failed with %i', async (status) => {
    const lab = await openLab(claude);
    await lab.install();
    const window = await lab.window();
    await window.ask(`fail ${status}`);
    await window.ask('say fine again');
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ request, answer }) => [request, answer || null])).toEqual([
      [`fail ${status}`, null],
      ['say fine again', 'fine again'],
    ]);
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('only captures while the hooks of the original product are registered', async () => {
    const original = (command: string) => [{ hooks: [{ type: 'command', command }] }];
    const hooks = {
      SessionStart: original('throughline session-start'),
      UserPromptSubmit: original('throughline prompt-submit'),
      Stop: original('throughline process-turn'),
    };
    const lab = await openLab(claude, { settings: JSON.stringify({ hooks }) });
    const stub = join(lab.home, 'bin', 'throughline');
    mkdirSync(join(lab.home, 'bin'));
    writeFileSync(stub, '#!/bin/sh\ncat >/dev/null\n');
    chmodSync(stub, 0o755);
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    expect(hookContexts(await window.ask(toolPrompt('birch')))).toEqual([]);
    expect((await lab.product.sessions()).map(({ turns }) => turns)).toEqual([1, 1]);
  });

  it('leaves the settings as they were and captures nothing after uninstall', async () => {
    const settings =
      '{\n\t"model" : "opus",\n   "hooks": { "Stop": [ {"hooks":[{ "type":"command","command":"true"}]} ] }\n}';
    const lab = await openLab(claude, { settings });
    await lab.install();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.exit();
    expect(await lab.product.run('uninstall', '--host', 'claude')).toMatchObject({ status: 0 });
    expect(readFileSync(lab.settingsPath, 'utf8')).toBe(settings);
    const later = await lab.window();
    await later.ask(toolPrompt('birch'));
    expect((await lab.product.sessions()).map(({ turns }) => turns)).toEqual([1]);
  });

  it('offers the memory once: prompts queued behind the first turn do not get it again', async () => {
    const lab = await openLab(claude);
    await lab.install();
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
