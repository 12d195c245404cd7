import { mkdirSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { windowsCommand } from '../../src/core/windows-command.ts';
import { endWine, prepareWine, WindowsMachine, windowsPrograms } from './windows-machine.ts';

const programs = windowsPrograms();
const suite = `paths of Windows${'missing' in programs ? ` (skipped: ${programs.missing})` : ''}`;
const drives = await createFixture({});
const prefix = drives.getPath('wine');

const create = (): Promise<WindowsMachine & AsyncDisposable> => {
  if ('missing' in programs) throw new Error(programs.missing);
  return WindowsMachine.create(programs, prefix);
};

beforeAll(() => {
  if (!('missing' in programs)) prepareWine(programs, prefix);
}, 60_000);

afterAll(async () => {
  if (!('missing' in programs)) endWine(programs, prefix);
  await drives.rm();
});

describe.skipIf('missing' in programs)(suite, () => {
  it.for(['Jane Doe', '日本語', '日本 語'])(
    'a registered command in %s is run by cmd.exe',
    async (directory) => {
      await using machine = await create();
      const program = machine.copyInto(directory);
      const run = await machine.cmd([program, '--version']);
      expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+/) });
      const words = program.includes(' ') ? ['cmd.exe /d /c', `"${program}"`] : [program];
      expect(windowsCommand([program, '--version'])).toBe([...words, '--version'].join(' '));
    },
  );

  it('a project is the same however its drive and its separators are spelled', async () => {
    await using machine = await create();
    const project = machine.path(machine.file('project'));
    mkdirSync(machine.file('project/sub'));
    const spellings = [
      project,
      project.replace(/^./, (drive) => drive.toLowerCase()),
      project.replaceAll('\\', '/'),
      `${project}\\sub`,
    ];
    for (const cwd of spellings) {
      const conversation = machine.conversation(cwd);
      conversation.answered('one', 'first');
      expect(await conversation.stop()).toMatchObject({ status: 0, stderr: '' });
    }
    const listed = await machine.run(['sessions', '--json']);
    const { sessions } = JSON.parse(listed.stdout) as { readonly sessions: readonly object[] };
    expect(sessions).toHaveLength(spellings.length);
  });
});
