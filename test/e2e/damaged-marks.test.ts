import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Machine } from './fake-host.ts';

const silent = { status: 0, stdout: '', stderr: '' };

it.concurrent.for([
  ['nothing', ''],
  ['half of one', '{"root":'],
  ['no object', '[]'],
  ['what another version may write', '{"root":5,"offer":{},"directory":null,"bornAt":"now"}'],
  ['a window without a session', '{"sessions":{"/p":null}}'],
] as const)('marks that hold %s stop no hook of any session', async ([, content]) => {
  await using machine = await Machine.create();
  const broken = await machine.open();
  await broken.turn('one', 'first');
  const run = join(machine.data, 'run');
  const session = join(run, `claude-${broken.session}`);
  for (const name of ['pending.json', 'decided', 'open-x-1']) {
    writeFileSync(join(session, name), content);
  }
  for (const name of readdirSync(join(run, 'windows'))) {
    writeFileSync(join(run, 'windows', name), content);
  }
  const other = await machine.open();
  await other.turn('two', 'second');
  const runs = [
    await broken.fire('session-start', { source: 'resume' }),
    await broken.fire('process-turn', broken.stopPayload('first')),
    await broken.fire('session-end', { reason: 'other' }),
  ];
  expect(runs).toMatchObject([silent, silent, silent]);
  await broken.turn('three', 'third');
  const turns = await machine.product.turns(broken.session);
  expect(turns.map(({ answer }) => answer)).toEqual(['first', 'third']);
});
