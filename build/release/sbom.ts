import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };
import { NODE_VERSION } from '../targets.ts';
import { root } from '../tool.ts';

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly license?: string;
}

const packages: Readonly<Record<string, Locked | undefined>> = lock.packages as never;

/**
 * What is in the executables, as CycloneDX 1.6: the runtime, our packages, and SQLite, which comes
 * inside one of them. The same sources give the same bytes: no serial number, no time.
 */
export function softwareList(): string {
  const components = [
    ...bundledPackages().map(component),
    {
      type: 'framework',
      name: 'node',
      version: NODE_VERSION,
      purl: `pkg:generic/node@${NODE_VERSION}`,
      licenses: [{ license: { id: 'MIT' } }],
      externalReferences: [{ type: 'website', url: 'https://nodejs.org' }],
    },
    sqlite(),
  ];
  const list = {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        name: manifest.name,
        version: manifest.version,
        licenses: [{ license: { id: manifest.license } }],
      },
    },
    components,
  };
  return `${JSON.stringify(list, null, 2)}\n`;
}

/** Ours and theirs, sorted. */
function bundledPackages(): readonly string[] {
  const found = new Set<string>();
  const queue = Object.keys(manifest.dependencies);
  for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
    if (found.has(name)) continue;
    found.add(name);
    const entry = packages[`node_modules/${name}`] as { dependencies?: object } | undefined;
    queue.push(...Object.keys(entry?.dependencies ?? {}));
  }
  return [...found].sort();
}

function component(name: string): object {
  const locked = packages[`node_modules/${name}`];
  if (!locked?.integrity) throw new Error(`package-lock.json pins no ${name}`);
  const [, sha512 = ''] = locked.integrity.split('sha512-');
  return {
    type: 'library',
    name,
    version: locked.version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${locked.version}`,
    hashes: [{ alg: 'SHA-512', content: Buffer.from(sha512, 'base64').toString('hex') }],
    ...(locked.license ? { licenses: [{ license: { id: locked.license } }] } : {}),
  };
}

/** Its version is among the texts of the module. */
function sqlite(): object {
  const path = join(root, 'node_modules', 'sql.js', 'dist', 'sql-wasm.wasm');
  const [, version] = /(3\.\d+\.\d+)\0/.exec(readFileSync(path, 'latin1')) ?? [];
  if (!version) throw new Error(`${path}: no version of SQLite in it`);
  return { type: 'library', name: 'sqlite', version, purl: `pkg:generic/sqlite@${version}` };
}
