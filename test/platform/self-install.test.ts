import { chmodSync, lstatSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { expect, it, onTestFinished } from 'vitest';
import { UserError } from '../../src/core/user-error.ts';
import { copyExecutable, planExecutable } from '../../src/platform/self-install.ts';
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
  ['/usr/bin/deno', ['/usr/bin/deno', 'run', '--allow-all', '/src/main.ts']],
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
