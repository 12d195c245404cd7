import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const silent = { status: 0, stdout: '', stderr: '' };

const transcripts = [
  ['a pipe that nobody writes to', 'pipe'],
  ['a directory', '.'],
  ['a circle of links', 'circle'],
  ['a name that is too long', 'x'.repeat(5000)],
  ['a device without end', '/dev/zero'],
  ['a device that is not there', '/dev/tty'],
  ['no path at all', 'a\0b'],
  ['an object that is no text', { toString: 1, valueOf: 1 }],
] as const;

it.concurrent.for(transcripts)(
  'no hook waits for or fails on a transcript that is none: %s',
  async ([, path]) => {
    await using machine = await Machine.create();
    execFileSync('mkfifo', [join(machine.project, 'pipe')]);
    symlinkSync('circle', join(machine.project, 'circle'));
    const window = await machine.open();
    const fields = { transcript_path: path, prompt: 'go', last_assistant_message: 'done' };
    const runs = [
      await window.fire('session-start', { ...fields, source: 'startup' }),
      await window.fire('prompt-submit', fields),
      await window.fire('process-turn', fields),
      await window.fire('session-end', fields),
    ];
    expect(runs).toMatchObject([silent, silent, silent, silent]);
    expect(Math.max(...runs.map(({ milliseconds }) => milliseconds))).toBeLessThan(2000);
    expect(await window.prompt('/tl')).toMatchObject({ block: expect.any(String) });
  },
);
