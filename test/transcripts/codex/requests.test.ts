import { describe, expect, it } from 'vitest';
import {
  aborted,
  agent,
  call,
  complete,
  event,
  from,
  idAt,
  meta,
  output,
  started,
  text,
  turnOf,
  turnsOf,
  user,
} from './rollout.ts';

const T1 = idAt(10);
const T2 = idAt(20);
const IMAGE = { type: 'input_image', image_url: 'data:image/png;base64,AAAA' };

const CONTEXT: readonly (readonly [string, string])[] = [
  ['the environment', '<environment_context>\n<cwd>/w</cwd>\n</environment_context>'],
  ['AGENTS.md', '# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nBe kind.\n</INSTRUCTIONS>'],
  ['user instructions', '<user_instructions>\n\nBe kind.\n\n</user_instructions>'],
  ['a stopped turn', '<turn_aborted>\nThe user interrupted the turn.\n</turn_aborted>'],
  ['a skill', '<skill>\n<name>x</name>\n</skill>'],
  ['a subagent', '<subagent_notification>\n{"agent_path":"x"}\n</subagent_notification>'],
  ['a shell command', '<user_shell_command>\n<command>\nls\n</command>\n</user_shell_command>'],
  ['a hook', '<hook_prompt hook_run_id="1">Go on.</hook_prompt>'],
  ['a side chat', 'Side conversation boundary.\n\nEverything before …'],
];

describe('rows of the user', () => {
  it.for(CONTEXT)('that hold %s are no request', async ([, content]) => {
    const turns = await turnsOf(meta(), user(content), user('go'), agent('done'));
    expect(turns.map(({ requests }) => requests)).toEqual([['go']]);
  });

  it.for(CONTEXT)('that quote %s are a request', async ([, content]) => {
    const quoted = `What does this mean?\n${content}`;
    expect(await turnOf(meta(), user(quoted), agent('done'))).toMatchObject({
      requests: [quoted],
      interrupted: false,
    });
  });

  it('that begin with the name of an element are a request', async () => {
    const words = '<environment_context> is sent twice. Why?';
    expect(await turnOf(meta(), user(words), agent('done'))).toMatchObject({ requests: [words] });
  });

  it('are told by their kind, where they have one', async () => {
    const content = [text('Warning: nothing a person wrote'), text('<skill>typed</skill>')];
    const row = user(content, from(T1, 'harness.warning', 'user.text'));
    expect(await turnOf(meta(), row, agent('done', from(T1)))).toMatchObject({
      requests: ['<skill>typed</skill>'],
    });
  });

  it('give each item its own meaning where one row holds context and words', async () => {
    const [, agents] = CONTEXT[1] ?? ['', ''];
    expect(await turnOf(meta(), user([text(agents), text('go')]), agent('x'))).toMatchObject({
      requests: ['go'],
    });
  });

  it('keep their line breaks and spaces', async () => {
    const words = 'one\r\n\n  two\u2028three\t';
    expect(await turnOf(meta(), user(words), agent('x'))).toMatchObject({ requests: [words] });
  });

  it('give what was typed without what an editor put in front of it', async () => {
    const words =
      '# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nfix it\n';
    expect(await turnOf(meta(), user(words), agent('x'))).toMatchObject({ requests: ['fix it'] });
  });

  it('with images are a request of their words and a detail for each image', async () => {
    const content = [text('<image name=[Image #1]>'), IMAGE, text('</image>'), text('look')];
    const turn = await turnOf(meta(), user(content, { id: 'm1' }), agent('x'));
    expect(turn).toMatchObject({
      requests: ['look'],
      details: [{ sourceId: 'm1:image:1', kind: 'image', output: '[image]' }],
    });
  });

  it('with images alone are a request', async () => {
    expect(await turnOf(meta(), user([IMAGE]), agent('x'))).toMatchObject({
      requests: ['[image]'],
    });
  });
});

describe('prompts of one turn', () => {
  it('are one request in order', async () => {
    const rows = [
      started(T1),
      user('one'),
      agent('working'),
      call('c1', 'x'),
      output('c1', 'out'),
      user('two'),
      agent('done'),
      complete(T1),
    ];
    expect(await turnOf(meta(), ...rows)).toMatchObject({
      key: T1,
      requests: ['one', 'two'],
      fragments: ['working', 'done'],
      interrupted: false,
    });
  });

  it('are one request in releases without turn ids when the model was called once', async () => {
    const turn = await turnOf(meta(), user('one'), user('two'), event('x'), agent('done'));
    expect(turn).toMatchObject({ requests: ['one', 'two'] });
  });

  it('are two turns when the model was called between', async () => {
    const called = { timestamp: '', type: 'turn_context', payload: { cwd: '/w' } };
    const turns = await turnsOf(meta(), user('one'), called, user('two'), agent('done'));
    expect(turns).toMatchObject([
      { requests: ['one'], interrupted: true },
      { requests: ['two'], interrupted: false },
    ]);
  });
});

describe('a turn without an answer', () => {
  it.for([
    ['the user stopped it', aborted(T1)],
    ['the model failed', complete(T1, { last_agent_message: null, error: { message: 'no' } })],
    ['the next one began', started(T2)],
  ] as const)('is interrupted when %s', async ([, end]) => {
    const rows = [started(T1), user('one'), end, started(T2), user('two'), agent('done')];
    const turns = await turnsOf(meta(), ...rows);
    expect(turns.map(({ key, interrupted }) => [key, interrupted])).toEqual([
      [T1, true],
      [T2, false],
    ]);
  });

  it('is interrupted when only the row for the model says that it was stopped', async () => {
    const mark = user('<turn_aborted>\nstopped\n</turn_aborted>');
    expect(await turnOf(meta(), user('one'), agent('half'), mark)).toMatchObject({
      interrupted: true,
    });
  });

  it('is the one that the mark names', async () => {
    const mark = user('<turn_aborted>\nstopped\n</turn_aborted>', from(T1, 'generic.turn_aborted'));
    const rows = [started(T1), user('one'), started(T2), user('two'), agent('x'), mark];
    const turns = await turnsOf(meta(), ...rows);
    expect(turns.map(({ interrupted }) => interrupted)).toEqual([true, false]);
  });
});
