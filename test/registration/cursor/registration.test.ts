import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cursorFormat } from '../../../src/hosts/cursor/settings.ts';
import { handlersOf } from '../handlers.ts';
import { installation } from '../installation.ts';

it('a fresh file says its version and has one handler an event', async () => {
  const { run, read, environment } = await installation('cursor');
  await run({ inPlace: true });
  const command = (verb: string) => `${environment.executable} ${verb} --host cursor`;
  expect(JSON.parse(read())).toEqual({
    version: 1,
    hooks: {
      sessionStart: [{ command: command('session-start'), timeout: 10 }],
      beforeSubmitPrompt: [{ command: command('prompt-submit'), timeout: 10 }],
      stop: [{ command: command('process-turn'), timeout: 20 }],
      sessionEnd: [{ command: command('session-end'), timeout: 10 }],
    },
  });
});

it('ours stand behind the user’s, and a missing version is added', async () => {
  const mine = { command: './mine.sh' };
  const { run, undo, read } = await installation(
    'cursor',
    JSON.stringify({ hooks: { stop: [mine] } }),
  );
  await run({ inPlace: true });
  const { version, hooks } = JSON.parse(read());
  expect(version).toBe(1);
  expect(hooks.stop).toEqual([mine, { command: expect.any(String), timeout: 20 }]);
  await undo();
  expect(JSON.parse(read())).toEqual({ hooks: { stop: [mine] } });
});

it('an edited file keeps what the user wrote, without the version that we added', async () => {
  const { run, undo, read, write } = await installation('cursor', '{"hooks":{}}');
  await run({ inPlace: true });
  write(JSON.stringify({ ...JSON.parse(read()), mine: true }));
  await undo();
  expect(JSON.parse(read())).toEqual({ hooks: {}, mine: true });
});

it('an older handler of ours is corrected in place', async () => {
  const older = { command: '/old/throughline-bin process-turn', loop_limit: 5 };
  const text = JSON.stringify({ version: 1, hooks: { stop: [older, { command: 'mine' }] } });
  const { run, read } = await installation('cursor', text);
  await run({ inPlace: true });
  expect(JSON.parse(read()).hooks.stop).toEqual([
    { command: expect.stringMatching(/ process-turn --host cursor$/), timeout: 20 },
    { command: 'mine' },
  ]);
});

it('no command holds what Cursor takes for a comment', () => {
  const words = ['/opt//x/throughline-bin'];
  const invocation = { words, dataDirectory: '/srv//data', platform: 'linux' } as const;
  const commands = [...handlersOf(cursorFormat, invocation).values()];
  expect(commands.filter(({ command }) => command.includes('//'))).toEqual([]);
});

it('the original’s handlers are seen and replaced when asked', async () => {
  const text = JSON.stringify({
    version: 1,
    hooks: { stop: [{ command: '/usr/bin/node /opt/throughline.mjs process-turn', timeout: 300 }] },
  });
  const { run, state, read } = await installation('cursor', text);
  await run({ inPlace: true });
  expect(state().original).toBe(true);
  await run({ inPlace: true, replaceOriginal: true });
  expect(state()).toMatchObject({ original: false, registered: true });
  expect(read()).not.toContain('throughline.mjs');
});

it('the command file is plain text, and goes with the rest', async () => {
  const { run, undo, places, environment } = await installation('cursor');
  await run({ inPlace: true });
  expect(readFileSync(places.command, 'utf8')).toMatch(/^Throughline's prompt hook answers/);
  await undo();
  expect(existsSync(places.directory)).toBe(false);
  expect(existsSync(environment.dataDirectory)).toBe(false);
});

it('a project has no settings of one user', async () => {
  const { run, environment } = await installation('cursor', '{}');
  expect(() => run({ project: true })).toThrow(
    expect.objectContaining({ name: 'UserError', exitCode: 3 }),
  );
  expect(existsSync(join(environment.cwd, '.cursor'))).toBe(false);
});
