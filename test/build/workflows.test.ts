import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { selectTargets } from '../../build/targets.ts';

/* That they have no fault, `npm run check` finds by itself. */
const workflows = globSync('.github/workflows/*.yml').map((path) => path.replaceAll('\\', '/'));
const read = (path: string): string => readFileSync(path, 'utf8');
const ci = read('.github/workflows/ci.yml');

/** Hosted by GitHub, one for each system and processor. */
const RUNNERS: Readonly<Record<string, string>> = {
  'linux-x64': 'ubuntu-24.04',
  'linux-arm64': 'ubuntu-24.04-arm',
  'macos-x64': 'macos-15-intel',
  'macos-arm64': 'macos-15',
  'win-x64': 'windows-2025',
  'win-arm64': 'windows-11-arm',
};

const lint = (directory: string) =>
  spawnSync(process.execPath, [join('build', 'lint-workflows.ts'), directory], {
    encoding: 'utf8',
  });

it.for([
  [
    'a job without a machine',
    'runs-on: ubuntu-24.04\n    timeout-minutes: 20',
    'timeout-minutes: 20',
  ],
  ['an expression that names nothing', 'matrix.node }}', 'matrix.nodes }}'],
  ['a job that needs one that is not there', 'needs: build', 'needs: builds'],
  ['a key that is none', 'working-directory: release', 'working-directories: release'],
] as const)('the linter finds %s', async ([, whole, broken]) => {
  const texts = workflows.map((path) => [path.split('/').at(-1), read(path)] as const);
  const changed = texts.map(([name, text]) => [name, text.replace(whole, broken)] as const);
  await using fixture = await createFixture(Object.fromEntries(changed));
  const { status, stdout } = lint(fixture.path);
  expect([status, stdout]).toEqual([1, expect.stringMatching(/\.yml:\d+:\d+ /)]);
});

it.for(workflows)(
  '%s takes actions by their commit alone, and says which version that is',
  (path) => {
    const uses = [...read(path).matchAll(/^ *(?:- )?uses: (.+)$/gm)].map(
      ([, action = '']) => action,
    );
    const isPinned = (action: string): boolean =>
      /^actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action) ||
      action === './.github/workflows/ci.yml';
    expect(uses.filter((action) => !isPinned(action))).toEqual([]);
  },
);

it('an action has one version in all workflows', () => {
  const uses = workflows.flatMap((path) => read(path).match(/actions\/[\w-]+@.+$/gm) ?? []);
  const names = new Set(uses.map((action) => action.split('@')[0]));
  expect(new Set(uses).size).toBe(names.size);
});

it.for(workflows)('%s may read the repository, and leaves no credentials in it', (path) => {
  const text = read(path);
  expect(text).toMatch(/^permissions:\n {2}contents: read\n\njobs:/m);
  const checkouts = text.match(
    /uses: actions\/checkout@.+\n +with:\n +persist-credentials: false$/gm,
  );
  expect(checkouts?.length).toBe(text.match(/actions\/checkout@/g)?.length);
});

it('only the job that publishes may write, and it runs after all others on a tag alone', () => {
  const release = read('.github/workflows/release.yml');
  expect(ci).not.toMatch(/: write$/m);
  const [, publish = ''] = release.split('  publish:\n');
  expect(publish.match(/^ +[\w-]+: write$/gm)).toEqual(release.match(/^ +[\w-]+: write$/gm));
  expect(publish).toContain('needs: ci\n');
  expect(release).toMatch(/^on:\n {2}push:\n {4}tags: \['v\*'\]\n\n/m);
});

it.for(workflows)('%s gives a pull request no rights, and its words to no shell', (path) => {
  expect(read(path)).not.toMatch(/pull_request_target|workflow_run|secrets\./);
  const scripts = read(path).matchAll(/^( *)(?:- )?run: (?:\|\n((?:\1 +.*\n|\n)+)|(.+)\n)/gm);
  const bodies = [...scripts].map(([, , block, line]) => block ?? line ?? '');
  expect(bodies.length).toBeGreaterThan(1);
  expect(bodies.filter((body) => body.includes('${{'))).toEqual([]);
});

it('each target is used on a machine of its own', () => {
  const rows = [...ci.matchAll(/- target: (\S+)\n +runner: (\S+)/g)];
  expect(Object.fromEntries(rows.map(([, target, runner]) => [target, runner]))).toEqual(RUNNERS);
  expect(Object.keys(RUNNERS)).toEqual(selectTargets('all').map(({ id }) => id));
});

it('every other job runs on a machine that GitHub has', () => {
  const machines = workflows.flatMap((path) =>
    [...read(path).matchAll(/runs-on: (.+)$/gm)].map(([, name]) => name),
  );
  expect(new Set(machines)).toEqual(
    new Set(['ubuntu-24.04', expect.stringContaining('matrix.runner')]),
  );
});

it('a job that hangs ends', () => {
  for (const text of workflows.map(read))
    expect(text.match(/runs-on:/g)?.length).toBe(text.match(/timeout-minutes:/g)?.length);
});
