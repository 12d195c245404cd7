import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runWords } from './launcher.ts';
import { aProject, type LauncherHome } from './launcher-home.ts';

const USAGE = /^Usage: throughline-bin handoff-context \(--session ID \| --project DIR\) --json /;

/** The one line that a launcher reads. */
const answerOf = (home: LauncherHome, ...words: readonly string[]) =>
  runWords('handoff-context', words, home.environment);

describe('the words of handoff-context', () => {
  it.for([
    ['nothing'],
    ['no answer asked for', '--session', 's'],
    ['the answer asked for first', '--json', '--session', 's'],
    ['an option before it', '--session', 's', '--disclosure', 'silent', '--json'],
    ['both kinds of conversation', '--session', 's', '--project', '/p', '--json'],
    ['an empty session', '--session', '', '--json'],
    ['a value joined to its option', '--session=s', '--json'],
    ['earlier conversations of a session', '--session', 's', '--json', '--sessions', 'recent'],
    ['a supplement of a project', '--project', '/p', '--json', '--supplement-file', 'f'],
    [
      'a supplement and a disclosure',
      ...['--session', 's', '--json', '--supplement-file', 'f', '--disclosure', 'silent'],
    ],
    ['another disclosure', '--session', 's', '--json', '--disclosure', 'loud'],
    [
      'an option twice',
      '--project',
      '/p',
      '--json',
      '--sessions',
      'latest',
      '--sessions',
      'latest',
    ],
    ['an option without a value', '--session', 's', '--json', '--disclosure'],
    ['an unknown option', '--session', 's', '--json', '--pages', '2'],
    ['a word too many', '--session', 's', '--json', 'more'],
    [
      'a record of several',
      '--project',
      '/p',
      '--json',
      '--format',
      'record',
      '--sessions',
      'recent',
    ],
  ])('are refused with exit code 2: %s', async ([, ...words]) => {
    await using home = await aProject();
    await expect(answerOf(home, ...words)).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringMatching(USAGE),
    });
  });
});

describe('throughline.handoff_context.v1', () => {
  it('of a session is its memory, with the id', async () => {
    await using home = await aProject();
    await home.turn('s', 'split the parser', 'parser split in 3 files');
    expect(await answerOf(home, '--session', 's', '--json')).toEqual({
      schema: 'throughline.handoff_context.v1',
      status: 'ready',
      sessionId: 's',
      context: expect.stringContaining('parser split in 3 files'),
    });
  });

  it('of a project is its newest conversation, from any directory of it', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first', 1);
    await home.turn('t', 'two', 'second', 2);
    const inside = join(home.root, 'src');
    mkdirSync(inside);
    expect(await answerOf(home, '--project', inside, '--json')).toMatchObject({
      status: 'ready',
      sessionId: 't',
    });
  });

  it('of a project without a conversation is empty', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first');
    const empty = { schema: 'throughline.handoff_context.v1', status: 'empty', sessionId: null };
    const other = ['--project', '/somewhere-else', '--json'];
    expect(await answerOf(home, ...other)).toEqual({ ...empty, context: '' });
    expect(await answerOf(home, ...other, '--format', 'record')).toEqual({ ...empty, context: '' });
    expect(await answerOf(home, ...other, '--sessions', 'recent')).toEqual({
      ...empty,
      context: '',
      sessions: [],
    });
  });

  it('names a session of another host as that host or we do', async () => {
    await using home = await aProject();
    await home.turn('codex:c', 'one', 'first');
    const spelled = await answerOf(home, '--session', 'codex:c', '--json');
    expect(await answerOf(home, '--session', 'c', '--json')).toEqual(spelled);
    expect(spelled).toMatchObject({ sessionId: 'codex:c' });
  });

  it('fails with exit code 1 where nothing is stored of the session', async () => {
    await using home = await aProject();
    await home.session('empty');
    const failure = { exitCode: 1, message: 'No memory is available for this session.' };
    await expect(answerOf(home, '--session', 'empty', '--json')).rejects.toMatchObject(failure);
    await expect(answerOf(home, '--session', 'other', '--json')).rejects.toMatchObject(failure);
    const record = answerOf(home, '--session', 'empty', '--json', '--format', 'record');
    await expect(record).rejects.toMatchObject(failure);
  });

  it('fails with exit code 1 and no detail where there is no memory or it is damaged', async () => {
    await using home = await aProject();
    const failure = { exitCode: 1, message: 'The memory could not be read.' };
    await expect(answerOf(home, '--project', '/p', '--json')).rejects.toMatchObject(failure);
    expect(home.files()).toEqual([]);
    mkdirSync(home.environment.dataDirectory, { recursive: true });
    writeFileSync(join(home.environment.dataDirectory, 'memory.db'), 'x'.repeat(8192));
    await expect(answerOf(home, '--project', '/p', '--json')).rejects.toMatchObject(failure);
  });

  it('is the same at each call, has at most 9,500 characters, and changes nothing', async () => {
    await using home = await aProject();
    await home.turns('s', 30, () => ({ answer: 'so it is. '.repeat(60) }));
    const before = home.bytes();
    const words = ['--session', 's', '--json'] as const;
    const first = await answerOf(home, ...words);
    expect(await answerOf(home, ...words)).toEqual(first);
    expect(String(first.context).length).toBeLessThanOrEqual(9500);
    expect(String(first.context).length).toBeGreaterThan(8500);
    expect(first.context).toMatch(/recall --session s --before \d+ --last 10/);
    expect(home.bytes()).toEqual(before);
  });

  it('asks for one line in the first reply, unless it is to be silent', async () => {
    await using home = await aProject();
    await home.turn('s', 'one', 'first');
    const words = ['--session', 's', '--json'] as const;
    const visible = await answerOf(home, ...words, '--disclosure', 'visible');
    const silent = await answerOf(home, ...words, '--disclosure', 'silent');
    expect(await answerOf(home, ...words)).toEqual(visible);
    const [more = '', ...others] = String(visible.context)
      .split('\n')
      .filter((line) => !String(silent.context).split('\n').includes(line));
    expect(others).toEqual([]);
    expect(more).toContain('In your first reply, and in no later one');
    expect(more).toContain('1 turn of');
  });

  it('speaks the language of the conversation', async () => {
    await using home = await aProject();
    await home.turn('s', 'パーサを分割して', '三つのファイルに分けました');
    const { context } = await answerOf(home, '--session', 's', '--json');
    expect(context).toContain('最初の返答の冒頭でだけ');
  });
});
