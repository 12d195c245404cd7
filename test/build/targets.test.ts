import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { hostTarget, NODE_VERSION, outputName, selectTargets } from '../../build/targets.ts';

interface Locked {
  readonly version: string;
  readonly integrity: string;
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};

it('covers macOS, Linux and Windows on both processors', () => {
  expect(selectTargets('all').map(({ id }) => id)).toEqual([
    'linux-x64',
    'linux-arm64',
    'macos-x64',
    'macos-arm64',
    'win-x64',
    'win-arm64',
  ]);
});

it.for(selectTargets('all'))('builds $id on the package that the lock file pins', (target) => {
  expect(lock.packages[`node_modules/${target.package}`]).toMatchObject({
    version: NODE_VERSION,
    integrity: target.integrity,
  });
});

it.for(selectTargets('macos-x64,macos-arm64'))('signs $id', ({ signature }) => {
  expect(signature).toBe('ad-hoc');
});

it('takes the host when nothing is said', () => {
  expect(selectTargets(undefined)).toEqual([hostTarget()]);
});

it('refuses a target it does not know, and says which it does', () => {
  expect(() => selectTargets('linux-x64,plan9-x64')).toThrow(/plan9-x64.*linux-arm64/);
});

it('gives every executable a name of its own', () => {
  const names = selectTargets('all').map(outputName);
  expect(new Set(names).size).toBe(names.length);
});
