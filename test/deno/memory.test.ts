import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Machine } from '../e2e/fake-host.ts';
import { until } from '../hosts/until.ts';

it('a conversation is stored and given to the first prompt after /clear', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.turn('why does the login fail?', 'The cookie was wrong.');
  expect(await machine.product.status()).toMatchObject({
    database: { turns: 1, sessions: 1 },
    failures: {},
  });
  await window.clear();
  const { memory } = await window.prompt('and now?');
  expect(memory).toContain('why does the login fail?');
  expect(memory).toContain('The cookie was wrong.');
});

it('the commands that a memory names show all of it', async () => {
  await using machine = await Machine.create();
  const window = await machine.open();
  await window.turn('why?', `${'word '.repeat(4000)}the very end`);
  await window.clear();
  const { memory } = await window.prompt('and now?');
  const commands = [...(memory ?? '').matchAll(/`([^`\n]+)`/g)].map(([, command = '']) => command);
  const outputs = await Promise.all(commands.map((command) => machine.shell(command)));
  expect(outputs.map(({ status }) => status)).toEqual(commands.map(() => 0));
  expect(outputs.map(({ stdout }) => stdout).join('\n')).toContain('the very end');
});

it('the work that no hook waits for is done', async () => {
  await using machine = await Machine.create();
  await (await machine.open()).turn('why?', 'because');
  await machine.open();
  const backups = join(machine.data, 'backups');
  await until(() => existsSync(backups) && readdirSync(backups).length === 1, {
    ms: 20_000,
    what: () => 'a copy of the memory',
  });
  expect(await machine.product.run('doctor', '--quiet')).toMatchObject({ stdout: '' });
});
