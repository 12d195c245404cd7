import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  answersIn,
  commandsIn,
  giveBaton,
  occurrences,
  POINTER,
  queue,
  REMINDER,
  toolAnswer,
  toolPrompt,
} from './conversation.ts';
import { grokOn } from './grok.ts';
import { findHost } from './host-program.ts';
import { openMachine } from './machine.ts';
import { execute } from './product.ts';
import { endProcess } from './terminal.ts';
import { until } from './until.ts';

const host = await findHost('grok');

async function openGrok(...alsoInstalled: readonly string[]) {
  const machine = await openMachine();
  const grok = grokOn(machine, host.executable);
  await machine.install('grok', ...alsoInstalled);
  return { ...machine, ...grok };
}

describe.skipIf(host.missing !== null)(host.suite, () => {
  it('stores every turn once, queued prompts as turns of their own', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await queue(window, 'wait 2000', ['q-two', 'q-three']);
    const session = window.session();
    const transcript = window.transcript();
    await window.exit();

    const turns = await lab.product.turns(session);
    expect(turns.map(({ state, request, answer }) => [state, request, answer])).toEqual([
      ['complete', toolPrompt('amber'), toolAnswer('amber')],
      ['complete', 'wait 2000', 'ack'],
      ['complete', 'say q-two', 'q-two'],
      ['complete', 'say q-three', 'q-three'],
    ]);
    const details = await lab.product.details(turns[0]?.id ?? 0);
    expect(details.map(({ output }) => output).join('\n')).toContain('amber-output');
    /* The host writes down how each hook ended. */
    expect(readFileSync(transcript, 'utf8')).not.toContain('"status":"failed"');
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('gives the memory of a baton with the first tool, once, with commands that run', async () => {
    const lab = await openGrok();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    await first.exit();

    const second = await lab.window();
    expect(answersIn(await second.ask('say no tool yet'))).toEqual([]);
    await second.ask(toolPrompt('birch'));
    const request = await second.request(toolPrompt('birch'), 1);
    expect(answersIn(request)).toEqual(['amber']);
    await second.ask(toolPrompt('cedar'));
    const later = await second.request(toolPrompt('cedar'), 1);
    expect(occurrences(later.text, toolAnswer('amber'))).toBe(
      occurrences(request.text, toolAnswer('amber')),
    );
    const outcomes = await Promise.all(
      commandsIn(request.text).map((command) => execute('/bin/sh', ['-c', command], lab.home, '/')),
    );
    expect(outcomes.map(({ stdout }) => stdout).join('\n')).toContain('amber-output');
  });

  it('answers /tl without a model call and stores nothing of it', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    const calls = lab.requests().length;
    await giveBaton(window);
    await window.exit();
    expect(lab.requests()).toHaveLength(calls);
    expect(await lab.product.turns(window.session())).toHaveLength(1);
  });

  it('gives the memory of a baton after /clear in the same window too', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await giveBaton(window);
    await window.clear();
    await window.ask(toolPrompt('birch'));
    expect(answersIn(await window.request(toolPrompt('birch'), 1))).toEqual(['amber']);
  });

  it('points to the conversation before /clear with the first tool, and keeps it', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.clear();
    await window.ask(toolPrompt('birch'));
    const request = await window.request(toolPrompt('birch'), 1);
    expect(answersIn(request)).toEqual([]);
    expect(occurrences(request.text, POINTER)).toBe(1);
    expect(request.text).toContain(`\u201c${toolPrompt('amber')}\u201d`);
    await window.exit();
    const sessions = await lab.product.sessions();
    expect(sessions.map(({ turns, continues }) => ({ turns, continues }))).toEqual([
      { turns: 1, continues: null },
      { turns: 1, continues: null },
    ]);
  });

  it('captures grok -p and gives it nothing while a baton waits', async () => {
    const lab = await openGrok();
    const first = await lab.window();
    await first.ask(toolPrompt('amber'));
    await giveBaton(first);
    const run = await lab.headless(toolPrompt('cedar'));
    const unattended = lab.requests().filter(({ prompt }) => prompt === toolPrompt('cedar'));
    expect(unattended.filter(({ text }) => text.includes('amber'))).toEqual([]);
    expect(await lab.product.turns(run.session)).toMatchObject([
      { state: 'complete', request: toolPrompt('cedar'), answer: toolAnswer('cedar') },
    ]);
  });

  it('injects nothing into a resumed session and stores its new turn in it', async () => {
    const lab = await openGrok();
    const old = await lab.window();
    await old.ask(toolPrompt('amber'));
    const id = old.hostSession();
    const session = old.session();
    await old.exit();
    const other = await lab.window();
    await other.ask(toolPrompt('birch'));
    await giveBaton(other);
    await other.exit();

    const resumed = await lab.window('--resume', id);
    await resumed.ask(toolPrompt('cedar'));
    expect(answersIn(await resumed.request(toolPrompt('cedar'), 1))).toEqual(['amber']);
    await resumed.exit();
    expect((await lab.product.turns(session)).map(({ answer }) => answer)).toEqual([
      toolAnswer('amber'),
      toolAnswer('cedar'),
    ]);
    expect(await lab.product.sessions()).toHaveLength(2);
  });

  it('gives a memory near the limit of the host whole', async () => {
    const lab = await openGrok();
    const answer = '長い答え'.repeat(1000);
    const run = await lab.headless(`say ${answer}`);
    const first = await lab.window('--resume', run.hostSession);
    await first.ask('say short');
    await giveBaton(first);
    await first.exit();
    const second = await lab.window();
    await second.ask(toolPrompt('amber'));
    const { text } = await second.request(toolPrompt('amber'), 1);
    expect(occurrences(text, answer)).toBe(2);
    expect(text).toContain('</throughline-memory>');
  });

  it('stores a turn that Ctrl-C ended in mid-tool as interrupted, with the next turn', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.type('run sleep 20');
    await window.request('run sleep 20');
    await window.waitFor(/Ctrl\+b:send to bg/);
    await window.key('C-c');
    await window.waitFor(/Turn cancelled by user/);
    await window.ask('say onwards');
    await window.exit();
    expect(await lab.product.turns(window.session())).toMatchObject([
      { state: 'interrupted', request: 'run sleep 20' },
      { state: 'complete', request: 'say onwards', answer: 'onwards' },
    ]);
  });

  it('stores a turn that SIGKILL ended with the host when the next window starts', async () => {
    const lab = await openGrok();
    const killed = await lab.window();
    await killed.ask(toolPrompt('amber'));
    const prompt = 'run echo begun\nwait 60000';
    await killed.type(prompt);
    await killed.request(prompt, 1);
    await killed.written('"rawInput":{"command":"echo begun"');
    const session = killed.session();
    await endProcess(killed.pid);

    await lab.window();
    await until(async () => (await lab.product.turns(session)).length === 2, {
      ms: 10_000,
      what: () => 'the turn of the killed session',
    });
    expect(await lab.product.turns(session)).toMatchObject([
      { state: 'complete', answer: toolAnswer('amber') },
      { state: 'interrupted', request: prompt },
    ]);
  });

  it('stores no answer for a turn that the API failed', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.type('fail 400');
    await window.request('fail 400');
    await window.idle();
    await window.ask('say fine again');
    await window.exit();
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ request, answer }) => [request, answer || null])).toEqual([
      ['fail 400', null],
      ['say fine again', 'fine again'],
    ]);
  });

  it('loses and doubles no turn when the host rewrites the conversation', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.type('/compact');
    await window.waitFor(/Compaction completed/);
    await window.idle();
    lab.model.claimOnce(990_000);
    await window.ask(toolPrompt('birch'));
    await window.waitFor(/Context compacted/);
    await window.ask('say onwards');
    await window.ask(toolPrompt('cedar'));
    const { text } = await window.request(toolPrompt('cedar'), 1);
    expect(text).toContain(REMINDER);
    await window.exit();
    const turns = await lab.product.turns(window.session());
    expect(turns.map(({ state, request, answer }) => [state, request, answer])).toEqual([
      ['complete', toolPrompt('amber'), toolAnswer('amber')],
      ['complete', toolPrompt('birch'), toolAnswer('birch')],
      ['complete', 'say onwards', 'onwards'],
      ['complete', toolPrompt('cedar'), toolAnswer('cedar')],
    ]);
    expect(await lab.product.status()).toMatchObject({ failures: {}, spool: { events: 0 } });
  });

  it('stores a turn once when it runs the entries of Claude Code too', async () => {
    const lab = await openGrok('claude');
    const window = await lab.window();
    await window.ask(toolPrompt('amber'));
    await window.ask(toolPrompt('birch'));
    await window.exit();
    expect(await lab.product.sessions()).toMatchObject([{ id: window.session(), turns: 2 }]);
    expect(await lab.product.turns(window.session())).toMatchObject([
      { state: 'complete', answer: toolAnswer('amber') },
      { state: 'complete', answer: toolAnswer('birch') },
    ]);
  });

  it('puts what a subagent did away as details of the turn', async () => {
    const lab = await openGrok();
    const window = await lab.window();
    await window.ask('delegate run printf child-%s output\nwait 1500\nsay parent done');
    await window.ask('say onwards');
    await window.exit();
    const turns = await lab.product.turns(window.session());
    /* The host itself begins a turn when a subagent is done. */
    expect(turns.map(({ answer }) => answer)).toEqual(['parent done', 'parent done', 'onwards']);
    expect(turns[1]?.request).toMatch(/^While you were idle, 1 background subagent completed/);
    const details = await lab.product.details(turns[0]?.id ?? 0);
    expect(details.map(({ output }) => output).join('\n')).toContain('child-output');
    expect(await lab.product.sessions()).toHaveLength(1);
  });
});
