import { globSync, readFileSync } from 'node:fs';
import process from 'node:process';
import * as esbuild from 'esbuild';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { bundle } from '../../build/bundle.ts';
import { readContents } from '../../build/contents.ts';
import { licenseDocument } from '../../build/licenses.ts';
import { softwareBill } from '../../build/sbom.ts';
import { selectTargets } from '../../build/targets.ts';
import { root } from '../../build/tool.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly group?: string;
  readonly name: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly externalReferences?: readonly { readonly url: string; readonly hashes?: unknown }[];
}

interface Bill {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

async function realContents() {
  await using stage = await createFixture();
  const { packages } = await bundle(root, stage.path, '1.2.3');
  return readContents(root, packages, process.execPath);
}

const contents = await realContents();
const bill = JSON.parse(softwareBill(contents)) as Bill;
const bundledPackages = await packagesSeenByEsbuild();

/** Without our build: names of the packages that anything of `src/main.ts` comes from. */
async function packagesSeenByEsbuild(): Promise<readonly string[]> {
  const { metafile } = await esbuild.build({
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    metafile: true,
    outfile: 'main.js',
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    logLevel: 'silent',
  });
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const names = files.flatMap((file) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? []);
  return [...new Set(names)].sort();
}

const nameOf = ({ group, name }: Component): string => (group ? `${group}/${name}` : name);
const component = (name: string): Component | undefined =>
  bill.components.find((found) => nameOf(found) === name);
const json = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

it('sees packages in the bundle', () => {
  expect(bundledPackages).toEqual(
    expect.arrayContaining(['@noble/hashes', 'cross-spawn', 'path-key', 'sql.js']),
  );
});

it.for(bundledPackages)('names %s with its version, licence and integrity', (name) => {
  const { version, license } = json(`node_modules/${name}/package.json`);
  const { integrity } = json('package-lock.json').packages[`node_modules/${name}`];
  const digest = Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');
  expect(component(name)).toMatchObject({
    version,
    licenses: [{ license: { id: license } }],
    hashes: [{ alg: 'SHA-512', content: digest }],
  });
});

it('names the runtime and what is in it, as it tells', () => {
  const { node, v8, openssl, uv } = process.versions;
  const found = ['node', 'v8', 'openssl', 'uv'].map((name) => component(name)?.version);
  expect(found).toEqual([node, v8, openssl, uv]);
});

it('names both SQLites: ours and that of the runtime', () => {
  const versions = bill.components.filter(({ name }) => name === 'sqlite');
  expect(versions.map(({ version }) => version)).toEqual(['3.54.1', process.versions.sqlite]);
});

it('says where the runtime of each target comes from', () => {
  const references = component('node')?.externalReferences ?? [];
  for (const { package: name } of selectTargets('all'))
    expect(references.some(({ url, hashes }) => url.includes(`/${name}/`) && hashes)).toBe(true);
});

it('leads from us to every component, by names that are there once', () => {
  const refs = [bill.metadata.component, ...bill.components].map((found) => found['bom-ref']);
  expect(new Set(refs).size).toBe(refs.length);
  const reached = new Set<string>();
  const visit = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    bill.dependencies.find((found) => found.ref === ref)?.dependsOn.forEach(visit);
  };
  visit(bill.metadata.component['bom-ref']);
  expect([...reached].sort()).toEqual(refs.sort());
});

it('has nothing that differs from one build to the next', () => {
  expect(softwareBill(contents)).toBe(softwareBill(structuredClone(contents)));
  expect(Object.keys(bill)).not.toContain('serialNumber');
  expect(Object.keys(bill.metadata)).not.toContain('timestamp');
});

it('refuses a package that the lock file does not pin', async () => {
  const unknown = readContents(root, ['node_modules/no-such-package'], process.execPath);
  await expect(unknown).rejects.toThrow(/pins no node_modules\/no-such-package/);
});

it('the licences are those that the packages come with, and that of the runtime', () => {
  const document = licenseDocument(contents, 'of the runtime\r\nand its parts\n');
  for (const name of bundledPackages) {
    const [file = ''] = globSync(`node_modules/${name}/{LICENSE,license}*`);
    const text = readFileSync(file, 'utf8').replaceAll('\r\n', '\n').trim();
    expect(document).toContain(`${name} `);
    expect(document).toContain(text);
  }
  expect(document).toContain('\nof the runtime\nand its parts\n');
});
