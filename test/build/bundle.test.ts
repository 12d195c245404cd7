import { readFileSync } from 'node:fs';
import { createFixture, type FsFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { type Bundle, bundle } from '../../build/bundle.ts';

const sources = {
  'src/main.ts': `
    import { Shared } from './shared.ts';
    export const start = async () => [
      await import('./first.ts').then(({ make }) => make() instanceof Shared),
      await import('./second.ts').then(({ text }) => text),
    ];`,
  'src/shared.ts': 'export class Shared { readonly name = "in-the-main-script" }',
  'src/first.ts': `
    import { Shared } from './shared.ts';
    import { both } from './both.ts';
    export const make = () => new Shared();
    export const first = both;`,
  'src/second.ts': `
    import { both } from './both.ts';
    export const text = 'only-in-the-second ' + both;`,
  'src/both.ts': 'export const both = "in-both";',
  stage: {},
};

const bundleFixture = (fixture: FsFixture): Promise<Bundle> =>
  bundle(fixture.path.replace(/[\\/]$/, ''), fixture.getPath('stage'), '1.2.3');

const holding = (text: string, { main, assets }: Bundle): string[] =>
  [main, ...Object.values(assets)].filter((file) => readFileSync(file, 'latin1').includes(text));

it('puts what the entry imports statically into the main script, once', async () => {
  await using fixture = await createFixture(sources);
  const made = await bundleFixture(fixture);
  expect(holding('in-the-main-script', made)).toEqual([made.main]);
});

it('makes an asset of what only a dynamic import needs', async () => {
  await using fixture = await createFixture(sources);
  const made = await bundleFixture(fixture);
  expect(holding('only-in-the-second', made)).toEqual([
    expect.stringMatching(/second-[A-Z0-9]{8}\.js$/),
  ]);
});

it('writes what two assets share once, outside the main script', async () => {
  await using fixture = await createFixture(sources);
  const made = await bundleFixture(fixture);
  expect(holding('in-both', made)).toEqual([expect.stringMatching(/chunk-[A-Z0-9]{8}\.js$/)]);
});

it('carries the assets that are no code', async () => {
  await using fixture = await createFixture(sources);
  const { assets } = await bundleFixture(fixture);
  expect(Object.keys(assets)).toContain('sql-wasm.wasm');
});

it('puts the version in', async () => {
  await using fixture = await createFixture({
    ...sources,
    'src/main.ts':
      'declare const THROUGHLINE_VERSION: string; globalThis.version = THROUGHLINE_VERSION;',
  });
  const made = await bundleFixture(fixture);
  expect(holding('"1.2.3"', made)).toEqual([made.main]);
});

it('gives the same bytes in another directory', async () => {
  await using one = await createFixture(sources);
  await using other = await createFixture(sources);
  const contents = (made: Bundle) => ({
    main: readFileSync(made.main, 'utf8'),
    assets: Object.entries(made.assets).map(([name, file]) => [name, readFileSync(file, 'latin1')]),
  });
  expect(contents(await bundleFixture(one))).toEqual(contents(await bundleFixture(other)));
});
