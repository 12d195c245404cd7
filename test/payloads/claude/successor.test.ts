import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  claudePrograms,
  successorArguments,
  successorEnvironment,
  successorIn,
} from '../../../src/hosts/claude/successor.ts';

const NO_SETTINGS = { model: null, effort: null, permissionMode: null };
const SAME_TREE = '--settings={"worktree":{"bgIsolation":"none"}}';

describe('a successor', () => {
  it('is launched as the conversation was set, its words where no name can be taken for an option', () => {
    const words = successorArguments({
      title: '-shop | fix (auto-handoff)',
      prompt: 'Go on.',
      settings: { model: 'claude-opus-5', effort: 'high', permissionMode: 'plan' },
      remoteControl: true,
    });
    expect(words).toEqual([
      '--bg',
      '--name=-shop | fix (auto-handoff)',
      '--remote-control=-shop | fix (auto-handoff)',
      '--model=claude-opus-5',
      '--effort=high',
      '--permission-mode=plan',
      SAME_TREE,
      'Go on.',
    ]);
  });

  it('is launched with what the host takes by itself where nothing is known', () => {
    const order = { title: 'shop', prompt: 'Go on.', settings: NO_SETTINGS, remoteControl: false };
    expect(successorArguments(order)).toEqual(['--bg', '--name=shop', SAME_TREE, 'Go on.']);
  });

  it('does not get what a hook of 2.1.332 is told of its conversation, nor what is said to us', () => {
    /* Names that such a hook has in a terminal, in the background, and at the start of a session. */
    const marks = [
      'AI_AGENT CLAUDECODE CLAUDE_CODE_CHILD_NOTES_DIR CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT',
      'CLAUDE_CODE_MESSAGING_SOCKET CLAUDE_CODE_MESSAGING_TOKEN CLAUDE_CODE_SESSION_ATTENDED',
      'CLAUDE_CODE_SESSION_ID CLAUDE_CODE_SSE_PORT CLAUDE_EFFORT CLAUDE_ENV_FILE CLAUDE_JOB_DIR',
      'CLAUDE_PID CLAUDE_PROJECT_DIR THROUGHLINE_HOME THROUGHLINE_AUTO_HANDOFF_REMOTE_CONTROL',
    ].flatMap((names) => names.split(' '));
    const kept = {
      AITERM_AGENT_LAUNCH_ID: 'l',
      ANTHROPIC_BASE_URL: 'http://localhost',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_USE_BEDROCK: '1',
      CLAUDE_CONFIG_DIR: '/c',
      PATH: '/bin',
    };
    const told = Object.fromEntries(marks.map((name) => [name, 'x']));
    expect(successorEnvironment({ ...told, ...kept })).toEqual(kept);
  });
});

describe('the id of a successor', () => {
  it.for<[string, string, string | null]>([
    [
      'as 2.1.332 prints it',
      'backgrounded · 415f76d4 · -proj g | fix it\n  claude agents\n',
      '415f76d4',
    ],
    [
      'in colours',
      '\u001b[32mbackgrounded\u001b[0m \u001b[2m·\u001b[22m \u001b[1m415f76d4\u001b[0m',
      '415f76d4',
    ],
    ['behind a line that was written over', 'Starting…\rbackgrounded · 415f76d4', '415f76d4'],
    ['not of a longer word', 'backgrounded · 415f76d4a', null],
    ['not without the word', 'running · 415f76d4', null],
    ['not without a separator', 'backgrounded 415f76d4', null],
    ['not of nothing', '', null],
  ])('is read %s', ([, stdout, expected]) => {
    expect(successorIn(stdout)).toBe(expected);
  });
});

describe.runIf(process.platform === 'linux')('Claude Code is started', () => {
  it.for<[string, boolean]>([
    ['lib/claude', true],
    ['lib/claude.exe', true],
    ['claude/versions/2.1.332', true],
    ['lib/node', false],
    ['claude/lib/node', false],
  ])('from the path, else as the running %s where that is it', async ([place, isClaude]) => {
    await using fixture = await createFixture();
    const program = fixture.getPath(place);
    mkdirSync(dirname(program), { recursive: true });
    copyFileSync('/bin/sh', program);
    const running = spawn(program, ['-c', 'read line']);
    onTestFinished(() => void running.kill());
    const variables = { CLAUDE_PID: `${running.pid}` };
    const expected = isClaude ? ['claude', program] : ['claude'];
    await expect.poll(() => claudePrograms(variables, 'linux')).toEqual(expected);
    expect(claudePrograms(variables, 'darwin')).toEqual(['claude']);
  });

  it.for([undefined, '', '../self', '0'])(
    'from the path alone where no process is known: %s',
    (pid) => {
      expect(claudePrograms({ CLAUDE_PID: pid }, 'linux')).toEqual(['claude']);
    },
  );
});
