import { expect, it } from 'vitest';
import { claudeFormat } from '../../../src/hosts/claude/settings.ts';
import {
  BY_NAME,
  commandLine,
  type Invocation,
  isOriginalHandler,
  isOwnHandler as isOwnHandlerOf,
} from '../../../src/hosts/registration-command.ts';
import { handlersOf } from '../handlers.ts';

const hookHandlers = (invocation: Invocation) => handlersOf(claudeFormat, invocation);
const isOwnHandler = (handler: unknown) =>
  isOwnHandlerOf(handler, 'claude', { ...BY_NAME, program: '/src/main.ts' });

const posix = {
  words: ['/opt/x/throughline-bin'],
  dataDirectory: null,
  platform: 'linux',
} as const;
const windows = {
  words: ['C:\\Users\\Jane Doe\\.throughline\\bin\\throughline-bin.exe'],
  dataDirectory: null,
  platform: 'win32',
} as const;
const run = (command: string) => ({ type: 'command', command });

it('every handler has an absolute command and a timeout between 1 and 30 seconds', () => {
  expect(Object.fromEntries(hookHandlers(posix))).toEqual({
    SessionStart: {
      type: 'command',
      command: '/opt/x/throughline-bin session-start --host claude',
      timeout: 10,
    },
    UserPromptSubmit: {
      type: 'command',
      command: '/opt/x/throughline-bin prompt-submit --host claude',
      timeout: 10,
    },
    Stop: {
      type: 'command',
      command: '/opt/x/throughline-bin process-turn --host claude',
      timeout: 20,
    },
    StopFailure: {
      type: 'command',
      command: '/opt/x/throughline-bin process-turn --host claude',
      timeout: 20,
    },
    SessionEnd: {
      type: 'command',
      command: '/opt/x/throughline-bin session-end --host claude',
      timeout: 10,
    },
  });
});

it('a data directory of its own is part of the command', () => {
  const handlers = hookHandlers({ ...posix, dataDirectory: '/mnt/my data' });
  expect(handlers.get('Stop')?.command).toBe(
    "/opt/x/throughline-bin process-turn --host claude --data-dir '/mnt/my data'",
  );
});

it('on Windows no shell has to read the path', () => {
  expect(hookHandlers(windows).get('Stop')).toEqual({
    type: 'command',
    command: windows.words[0],
    args: ['process-turn', '--host', 'claude'],
    timeout: 20,
  });
});

it.for([
  ...[...hookHandlers(posix).values()],
  ...[...hookHandlers(windows).values()],
  ...[...hookHandlers({ ...posix, dataDirectory: '/mnt/my data' }).values()],
  ...[...hookHandlers({ ...posix, words: ['/usr/bin/node', '/src/main.ts'] }).values()],
  run('/old/throughline-bin session-start'),
  run("'/tmp/Jane Doe (日本)/throughline-bin-linux-x64' pre-compact --host claude --x"),
  run('"C:/Program Files/throughline-bin.exe" process-turn'),
])('%j is ours', (handler) => {
  expect(isOwnHandler(handler)).toBe(true);
  expect(isOriginalHandler(handler)).toBe(false);
});

it.for([
  run('throughline-bin export'),
  run('/opt/agentmem/bin/agentmem process-turn --host claude'),
  run('/usr/bin/node /opt/agentmem/src/main.ts process-turn --host claude'),
  run('throughline-bin-wrapper process-turn --host claude'),
  run('throughline-bin'),
  run('throughline-binary session-start'),
  run('/opt/throughline-bin session-start | tee log'),
  run('/opt/notify session-start --host codex'),
  run('/opt/notify session-start --host claude --loud'),
  run('session-start --host claude'),
  run('echo throughline-bin session-start'),
  { type: 'command', command: 1 },
  null,
])('%j is not ours', (handler) => {
  expect(isOwnHandler(handler)).toBe(false);
});

it.for([
  'throughline session-start',
  'throughline process-turn',
  'throughline codex-hook stop',
  '/usr/local/bin/throughline pre-compact',
  'throughline.cmd prompt-submit',
  '"/opt/my node/bin/node" /usr/lib/node_modules/throughline/bin/throughline.mjs prompt-submit',
])('%s is the original product’s', (command) => {
  expect(isOwnHandler(run(command))).toBe(false);
  expect(isOriginalHandler(run(command))).toBe(true);
});

it.for(['throughline monitor', 'my-throughline session-start', 'echo throughline session-start'])(
  '%s is somebody else’s',
  (command) => {
    expect(isOriginalHandler(run(command))).toBe(false);
  },
);

it('a command is told as one shell line', () => {
  expect(commandLine(hookHandlers(windows).get('Stop'))).toBe(
    "'C:\\Users\\Jane Doe\\.throughline\\bin\\throughline-bin.exe' process-turn --host claude",
  );
  expect(commandLine({})).toBeNull();
});
