import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../src/core/user-error.ts';
import {
  copyExecutable,
  planExecutable,
  planRollback,
  rollBack,
} from '../../src/platform/self-install.ts';
import { environmentIn } from '../registration/environment.ts';

async function lab() {
  const fixture = await createFixture();
  onTestFinished(() => fixture.rm());
  const environment = environmentIn(fixture.path);
  const target = join(environment.dataDirectory, 'bin', 'throughline-bin');
  const plan = (inPlace = false) => planExecutable(environment, { inPlace });
  const install = (): void => {
    const { copy } = plan();
    copyExecutable(copy ?? { from: '', to: '' });
  };
  return { fixture, environment, target, plan, install };
}

it('the executable is copied to the data directory, ready to run', async () => {
  const { environment, target, plan, install } = await lab();
  expect(plan()).toEqual({ words: [target], copy: { from: environment.executable, to: target } });
  install();
  expect(readFileSync(target)).toEqual(readFileSync(environment.executable));
  expect(statSync(target).mode & 0o777).toBe(0o755);
  expect(statSync(environment.dataDirectory).mode & 0o777).toBe(0o700);
  expect(readdirSync(join(target, '..'))).toEqual(['cache', 'throughline-bin']);
});

it('an identical copy is not made again', async () => {
  const { plan, install } = await lab();
  install();
  expect(plan().copy).toBeNull();
});

it('a copy that lost its permission to run is made again', async () => {
  const { target, plan, install } = await lab();
  install();
  chmodSync(target, 0o644);
  expect(plan().copy).not.toBeNull();
});

it('another version of the same size replaces the copy', async () => {
  const { fixture, environment, target, plan, install } = await lab();
  install();
  const other = readFileSync(environment.executable, 'utf8').replace('printf', 'PRINTF');
  await fixture.writeFile('download/throughline-bin-linux-x64', other);
  expect(plan().copy).not.toBeNull();
  install();
  expect(readFileSync(target, 'utf8')).toBe(other);
});

it('the copy that runs needs no copy of itself', async () => {
  const { environment, target, install } = await lab();
  install();
  const running = { ...environment, executable: target };
  expect(planExecutable(running, { inPlace: false })).toEqual({ words: [target], copy: null });
});

it('in place, the executable stays where it is', async () => {
  const { environment, plan } = await lab();
  expect(plan(true)).toEqual({ words: [environment.executable], copy: null });
});

it.for([
  ['/usr/bin/node', ['/usr/bin/node', '/src/main.ts']],
  [
    '/usr/bin/deno',
    [
      ...['/usr/bin/deno', 'run', '--no-prompt', '--cached-only', '--allow-read', '--allow-write'],
      ...['--allow-env', '--allow-sys', '--allow-run', '/src/main.ts'],
    ],
  ],
] as const)(
  'run from sources by %s, the runtime starts the script',
  async ([executable, words]) => {
    const { environment } = await lab();
    const fromSources = { ...environment, executable, script: '/src/main.ts' };
    expect(planExecutable(fromSources, { inPlace: false })).toEqual({ words, copy: null });
  },
);

it('a link at the target is replaced, what it points to stays as it was', async () => {
  const { fixture, target, install } = await lab();
  await fixture.mkdir('Jane Doe (日本)/.throughline/bin');
  await fixture.writeFile('precious', 'keep me');
  symlinkSync(fixture.getPath('precious'), target);
  install();
  expect(lstatSync(target).isFile()).toBe(true);
  expect(readFileSync(fixture.getPath('precious'), 'utf8')).toBe('keep me');
});

it('a link to the running executable is no copy of it', async () => {
  const { fixture, environment, target, plan } = await lab();
  await fixture.mkdir('Jane Doe (日本)/.throughline/bin');
  symlinkSync(environment.executable, target);
  expect(plan().copy).not.toBeNull();
});

it('a linked bin directory is refused', async () => {
  const { fixture, environment, plan } = await lab();
  await fixture.mkdir('Jane Doe (日本)/.throughline');
  await fixture.mkdir('elsewhere');
  symlinkSync(fixture.getPath('elsewhere'), join(environment.dataDirectory, 'bin'));
  expect(() => plan()).toThrow(UserError);
});

it('a directory at the target is refused', async () => {
  const { fixture, plan } = await lab();
  await fixture.mkdir('Jane Doe (日本)/.throughline/bin/throughline-bin');
  expect(() => plan()).toThrow(/is a directory/);
});

it('a copy that cannot be made is one clear error', async () => {
  const { fixture, environment, target } = await lab();
  await fixture.writeFile('Jane Doe (日本)/.throughline', 'a file is in the way');
  expect(() => copyExecutable({ from: environment.executable, to: target })).toThrow(
    /^The executable cannot be copied to .+ \(\w+\)\. Check .+\.$/,
  );
});

/** A lab in which versions can be installed that answer with their name. */
async function versions() {
  const { environment, target, fixture } = await lab();
  const bin = join(target, '..');
  const previous = join(bin, 'previous', 'throughline-bin');
  const isThere = (path: string): string | null =>
    existsSync(path) ? `${spawnSync(path, { encoding: 'utf8' }).stdout}`.trim() : null;
  const update = (version: string): void => {
    writeFileSync(environment.executable, `#!/bin/sh\necho ${version}\n`);
    const { copy } = planExecutable(environment, { inPlace: false });
    if (copy) copyExecutable(copy);
  };
  const back = () => rollBack(planRollback(environment));
  const answers = () => ({ now: isThere(target), before: isThere(previous) });
  const names = () => readdirSync(bin).sort();
  return { fixture, environment, target, bin, previous, update, back, answers, names };
}

it('another version is kept when a newer one takes its place, and only the last', async () => {
  const { update, answers, names } = await versions();
  update('1.0.0');
  expect(names()).toEqual(['cache', 'throughline-bin']);
  update('1.1.0');
  expect(answers()).toEqual({ now: '1.1.0', before: '1.0.0' });
  update('1.2.0');
  expect(answers()).toEqual({ now: '1.2.0', before: '1.1.0' });
  expect(names()).toEqual(['cache', 'previous', 'throughline-bin']);
});

it('the same version again keeps what was before it', async () => {
  const { target, update, answers } = await versions();
  for (const version of ['1.0.0', '1.1.0', '1.1.0']) update(version);
  chmodSync(target, 0o644);
  update('1.1.0');
  expect(answers()).toEqual({ now: '1.1.0', before: '1.0.0' });
});

it('rolled back twice, all is as it was, each executable with its code cache', async () => {
  const { bin, update, back, answers } = await versions();
  const cache = (directory: string) => readdirSync(join(bin, directory, 'cache'));
  update('1.0.0');
  writeFileSync(join(bin, 'cache', 'recall.bin'), '');
  update('1.1.0');
  writeFileSync(join(bin, 'cache', 'search.bin'), '');
  back();
  expect(answers()).toEqual({ now: '1.0.0', before: '1.1.0' });
  expect([cache('.'), cache('previous')]).toEqual([['recall.bin'], ['search.bin']]);
  back();
  expect(answers()).toEqual({ now: '1.1.0', before: '1.0.0' });
  expect([cache('.'), cache('previous')]).toEqual([['search.bin'], ['recall.bin']]);
  expect(statSync(join(bin, 'cache')).mode & 0o777).toBe(0o700);
});

it('a lost executable is put back from the one before', async () => {
  const { target, update, back, answers } = await versions();
  update('1.0.0');
  update('1.1.0');
  rmSync(target);
  back();
  expect(answers()).toEqual({ now: '1.0.0', before: '1.0.0' });
});

it('nothing is there to go back to before the first update', async () => {
  const { environment, update } = await versions();
  expect(planRollback(environment).answer).toEqual({ kind: 'missing' });
  update('1.0.0');
  expect(planRollback(environment).answer).toEqual({ kind: 'missing' });
});

it('one that does not start is recognised before anything is exchanged', async () => {
  const { environment, previous, update } = await versions();
  update('1.0.0');
  update('1.1.0');
  writeFileSync(previous, '#!/bin/sh\nexit 70\n');
  expect(planRollback(environment).answer).toEqual({ kind: 'fails', why: 'exit code 70' });
});

it.for([
  {
    at: 'after the copy',
    leave: (bin: string) => writeFileSync(join(bin, '.throughline-bin.1.tmp'), '#!'),
  },
  {
    at: 'after the one before was kept',
    leave: (bin: string) => {
      rmSync(join(bin, 'previous', 'throughline-bin'));
      linkSync(join(bin, 'throughline-bin'), join(bin, 'previous', 'throughline-bin'));
      rmSync(join(bin, 'cache'), { recursive: true });
    },
  },
  {
    at: 'while Windows had it aside',
    leave: (bin: string) => writeFileSync(join(bin, 'throughline-bin.exe.1.old'), ''),
  },
])('an update that was killed $at is made good by the next one', async ({ leave }) => {
  const { bin, update, back, answers, names } = await versions();
  update('1.0.0');
  update('1.1.0');
  leave(bin);
  update('1.2.0');
  expect(answers()).toEqual({ now: '1.2.0', before: '1.1.0' });
  expect(names()).toEqual(['cache', 'previous', 'throughline-bin']);
  expect(readdirSync(join(bin, 'previous')).filter((name) => name !== 'cache')).toEqual([
    'throughline-bin',
  ]);
  back();
  expect(answers().now).toBe('1.1.0');
});

it('what cannot be kept stops the update, and all stays as it was', async () => {
  const { bin, update, answers, names } = await versions();
  update('1.0.0');
  mkdirSync(join(bin, 'previous', 'throughline-bin', 'x'), { recursive: true });
  expect(() => update('1.1.0')).toThrow(/^The executable cannot be copied/);
  expect(answers().now).toBe('1.0.0');
  expect(names()).toEqual(['cache', 'previous', 'throughline-bin']);
  expect(readdirSync(join(bin, 'previous'))).toEqual(['throughline-bin']);
});
