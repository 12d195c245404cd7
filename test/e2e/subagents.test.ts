import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ClaudeTranscript } from './claude-transcript.ts';
import { Machine, type Window } from './fake-host.ts';

/** A subagent's own transcript beside the session's, with the file that says who started it. */
function runSubagent(machine: Machine, window: Window, id: string, meta: object): void {
  const directory = join(window.transcript.path.replace(/\.jsonl$/, ''), 'subagents');
  const path = join(directory, `agent-${id}.jsonl`);
  const transcript = new ClaudeTranscript(path, window.session, window.cwd);
  transcript.append(
    transcript.userRow('look into it', { isSidechain: true, agentId: id }),
    transcript.answerRow(`answer of ${id}`),
  );
  machine.write(path.replace(/\.jsonl$/, '.meta.json'), JSON.stringify(meta));
}

const subagentStop = (agentId: string, agentType: string) => ({
  hook_event_name: 'SubagentStop',
  agent_id: agentId,
  agent_type: agentType,
  stop_hook_active: false,
  last_assistant_message: `answer of ${agentId}`,
});

describe.concurrent('a subagent', () => {
  it('is hidden with the turn that started it, while memory is off', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first');
    await window.prompt('/tl off');
    await window.prompt('a secret');
    const call = window.transcript.call('Agent', { prompt: 'look into it' });
    runSubagent(machine, window, 'a8e2', { agentType: 'general-purpose', toolUseId: call });
    window.transcript.answerTool(call, 'found it');
    window.answer('said in confidence');
    await window.stop();
    await window.prompt('/tl on');
    await window.turn('three', 'third');
    const { stdout } = await machine.product.run('detail', '2');
    expect(stdout).toContain('third');
    expect(stdout).not.toContain('answer of a8e2');
  });

  it('is part of the turn whose tool call started it, and no turn of its own', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const call = window.transcript.call('Agent', { prompt: 'look into it' });
    runSubagent(machine, window, 'a8e2', { agentType: 'general-purpose', toolUseId: call });
    await window.fire('process-turn', subagentStop('a8e2', 'general-purpose'));
    window.transcript.answerTool(call, 'found it');
    window.answer('main answer');
    await window.stop();

    const [turn, ...others] = await machine.product.turns(window.session);
    expect(others).toEqual([]);
    expect(turn).toMatchObject({ state: 'complete', answer: 'main answer' });
    expect(await machine.product.details(turn?.id ?? 0)).toContainEqual({
      kind: 'subagent',
      tool: 'general-purpose',
      input: null,
      output: 'answer of a8e2',
    });
  });

  it('belongs to the turn that started it although it ends in a later one', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const call = window.transcript.call('Agent', { prompt: 'look into it' });
    window.transcript.answerTool(call, 'started');
    window.answer('it runs');
    await window.stop();
    runSubagent(machine, window, 'a8e2', { agentType: 'general-purpose', toolUseId: call });
    await window.turn('two', 'second');
    const [first, second] = await machine.product.turns(window.session);
    expect(await machine.product.details(first?.id ?? 0)).toContainEqual(
      expect.objectContaining({ kind: 'subagent', output: 'answer of a8e2' }),
    );
    expect(second).toMatchObject({ details: 0 });
  });

  it('is not stored when it is the internal fork of the host', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    runSubagent(machine, window, 'acompact1', { agentType: '' });
    const run = await window.fire('process-turn', subagentStop('acompact1', ''));
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    window.answer('main answer');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { answer: 'main answer', details: 0 },
    ]);
  });

  it('ends no turn of its session', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    window.transcript.append(window.transcript.answerRow('I ask an agent', 'tool_use'));
    await window.fire('process-turn', subagentStop('a8e2', 'general-purpose'));
    expect(await machine.product.turns(window.session)).toEqual([]);
  });

  it('is given no memory and uses none up when a prompt is submitted in it', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.turn('one', 'first answer');
    await window.clear();
    const run = await window.fire('prompt-submit', {
      hook_event_name: 'UserPromptSubmit',
      agent_id: 'a8e2',
      agent_type: 'general-purpose',
      prompt: 'look into it',
    });
    expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
    expect(await window.prompt('two')).toMatchObject({
      memory: expect.stringContaining('first answer'),
    });
  });

  it('inside the transcript of its session is no turn either', async () => {
    await using machine = await Machine.create();
    const window = await machine.open();
    await window.prompt('one');
    const { transcript } = window;
    transcript.append(transcript.userRow('look into it', { isSidechain: true }));
    window.answer('main answer');
    await window.stop();
    expect(await machine.product.turns(window.session)).toMatchObject([
      { request: 'one', answer: 'main answer', details: 1 },
    ]);
  });
});
