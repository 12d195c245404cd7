import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type HookRun, Machine } from './fake-host.ts';
import { GrokSession } from './grok-session.ts';

const memoryIn = ({ stdout }: HookRun): string | null =>
  stdout === '' ? null : JSON.parse(stdout).hookSpecificOutput.additionalContext;

describe.concurrent('a turn of Grok', () => {
  it('is stored at its Stop from what Grok reports, before its words are in the file', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('one');
    expect((await session.answer('first')).stdout).toBe('');
    expect((await machine.memory(session.session)).turns).toMatchObject([
      { request: 'one', answer: 'first', state: 'provisional' },
    ]);
  });

  it('is completed by the end of the session, and changed by nothing after it', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('one');
    session.used('a.ts');
    await session.answer('first');
    await session.quit();
    const { turns } = await machine.memory(session.session);
    expect(turns).toMatchObject([{ request: 'one', answer: 'first', state: 'complete' }]);
    expect(await machine.product.details(turns[0]?.id ?? 0)).toContainEqual(
      expect.objectContaining({ kind: 'tool_output', output: 'a.ts' }),
    );
  });

  it('is completed by the next one', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('same words');
    await session.answer('first');
    await session.prompt('same words');
    await session.answer('second');
    expect((await machine.memory(session.session)).turns).toMatchObject([
      { request: 'same words', answer: 'first', state: 'complete' },
      { request: 'same words', answer: 'second', state: 'provisional' },
    ]);
  });

  it('is stored by its own entry alone, once, also when those of other hosts run beside it', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('one');
    const fields = {
      reason: 'end_turn',
      promptId: session.promptId,
      lastAssistantMessage: 'first',
    };
    const stop = (host: string) => session.fire('process-turn', 'stop', fields, host);
    await Promise.all(['claude', 'cursor', 'codex'].map(stop));
    expect(await machine.sessions()).toEqual([]);
    await Promise.all(['claude', 'grok', 'cursor', 'grok'].map(stop));
    expect((await machine.memory(session.session)).turns).toMatchObject([{ answer: 'first' }]);
    expect(await machine.sessions()).toHaveLength(1);
  });
});

describe.concurrent('a failure of our own', () => {
  it.for(['grok', 'claude', 'cursor'])(
    'is never shown to Grok, by the entry of %s',
    async (host) => {
      await using machine = await Machine.create();
      machine.write(machine.data, 'a file where our directory should be');
      const fields = { reason: 'end_turn', lastAssistantMessage: 'first' };
      const session = new GrokSession(machine);
      const { status, stdout } = await session.attempt('process-turn', 'stop', fields, host);
      expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
    },
  );
});

describe.concurrent('a memory for Grok', () => {
  it('comes with the first tool, once, whatever other tools run beside it', async () => {
    await using machine = await Machine.create();
    const claude = await machine.open();
    await claude.turn('split the parser', 'parser split in 3 files');
    await claude.prompt('/tl');
    const session = new GrokSession(machine);
    await session.start();
    expect((await session.prompt('go on')).stdout).toBe('');
    const given = await Promise.all([session.tool(), session.tool(), session.tool()]);
    expect(given.map(memoryIn).filter((memory) => memory !== null)).toEqual([
      expect.stringContaining('parser split in 3 files'),
    ]);
    expect(memoryIn(await session.tool())).toBeNull();
    await session.answer('going on');
    await session.prompt('next');
    expect(memoryIn(await session.tool())).toBeNull();
  });

  it('is given later when the first turn used no tool', async () => {
    await using machine = await Machine.create();
    const claude = await machine.open();
    await claude.turn('split the parser', 'parser split in 3 files');
    await claude.prompt('/tl');
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('hello');
    await session.answer('hello');
    await session.prompt('go on');
    expect(memoryIn(await session.tool())).toContain('parser split in 3 files');
  });

  it('is not given again to a session that was killed after it answered', async () => {
    await using machine = await Machine.create();
    const claude = await machine.open();
    await claude.turn('one', 'first');
    await claude.prompt('/tl');
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('go on');
    session.remember(memoryIn(await session.tool()) ?? '');
    session.speak('working');
    await session.start('load');
    await session.prompt('go on');
    expect(memoryIn(await session.tool())).toBeNull();
  });

  it('hangs on no file of another kind', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    execFileSync('mkfifo', [join(session.directory, 'summary.json')]);
    mkdirSync(join(session.directory, 'subagents', 'a'), { recursive: true });
    execFileSync('mkfifo', [join(session.directory, 'subagents', 'a', 'meta.json')]);
    await session.start();
    await session.prompt('one');
    expect((await session.answer('first')).milliseconds).toBeLessThan(2000);
  });

  it('never comes through the entries of another host', async () => {
    await using machine = await Machine.create();
    const claude = await machine.open();
    await claude.turn('one', 'first');
    await claude.prompt('/tl');
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('go on');
    const foreign = await session.fire('pre-tool-use', 'pre_tool_use', {}, 'claude');
    expect(foreign.stdout).toBe('');
    expect(memoryIn(await session.tool())).toContain('first');
  });
});

describe.concurrent('/tl in Grok', () => {
  it('hands the work on, also when Grok wraps what was typed', async () => {
    await using machine = await Machine.create();
    const session = new GrokSession(machine);
    await session.start();
    await session.prompt('one');
    await session.answer('the newest words');
    const run = await session.prompt('<user_query>\n/tl\n</user_query>');
    expect(JSON.parse(run.stdout)).toMatchObject({
      decision: 'block',
      reason: expect.stringMatching(/^Throughline: 1 turn/),
    });
    const claude = await machine.open();
    expect((await claude.prompt('go on')).memory).toContain('the newest words');
  });
});

describe.concurrent('grok-continue', () => {
  it('is followed by a conversation that goes on from the one it names, and is given it once', async () => {
    await using machine = await Machine.create();
    const before = new GrokSession(machine);
    await before.start();
    await before.prompt('split the parser');
    await before.answer('parser split in 3 files');
    await before.quit();
    machine.write(join(machine.home, '.grok', 'bin', 'grok'), '#!/bin/sh\n');
    chmodSync(join(machine.home, '.grok', 'bin', 'grok'), 0o755);
    const short = before.session.slice(0, 'grok:01234567-0123'.length);
    const { stdout } = await machine.product.run('grok-continue', '--session', short, '--json');
    const session = new GrokSession(machine, JSON.parse(stdout).session.slice('grok:'.length));
    await session.start();
    await session.prompt('go on');
    expect(memoryIn(await session.tool())).toBeNull();
    await session.answer('going on');
    const { turns } = await machine.memory(session.session);
    expect(turns.map(({ request }) => request)).toEqual(['split the parser', 'go on']);
  });
});
