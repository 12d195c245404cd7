import manifest from '../package.json' with { type: 'json' };
import type { BundledPackage, Contents } from './contents.ts';
import { selectTargets } from './targets.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly [field: string]: unknown;
}

/** What a runtime tells among the versions of its parts, and is none. */
const NO_PARTS: readonly string[] = ['node', 'modules', 'napi', 'cldr', 'tz', 'unicode'];
/** Parts that are packages of npm; what scans for vulnerabilities knows them by these names. */
const NPM_PARTS: Readonly<Record<string, string>> = {
  acorn: 'acorn',
  amaro: 'amaro',
  cjs_module_lexer: 'cjs-module-lexer',
  llhttp: 'llhttp',
  undici: 'undici',
};
/** Vendor and product in the National Vulnerability Database. */
const CPE: Readonly<Record<string, string>> = {
  node: 'nodejs:node.js',
  openssl: 'openssl:openssl',
  sqlite: 'sqlite:sqlite',
};

/**
 * What is in the executables, as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). The same
 * contents give the same bytes: no serial number, no time.
 */
export function softwareBill(contents: Contents): string {
  const ours = `pkg:generic/${manifest.name}@${manifest.version}`;
  const packages = new Map(contents.packages.map((found) => [found.name, packageOf(found)]));
  const parts = Object.entries(contents.runtime)
    .filter(([name]) => !NO_PARTS.includes(name))
    .map(([name, version]) => partOf(name, version));
  const node = runtimeOf(contents);
  const sqlite = sqliteOf(contents);
  const refsOf = (names: readonly string[]) =>
    names.flatMap((name) => packages.get(name)?.['bom-ref'] ?? []);
  const needs = (ref: string, dependsOn: readonly string[]) => ({ ref, dependsOn });
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      lifecycles: [{ phase: 'build' }],
      component: {
        type: 'application',
        'bom-ref': ours,
        name: manifest.name,
        version: manifest.version,
        description: manifest.description,
        licenses: licensed(manifest.license),
        purl: ours,
      },
    },
    components: [...packages.values(), sqlite, node, ...parts],
    dependencies: [
      needs(ours, [...refsOf(contents.direct), node['bom-ref']]),
      ...contents.packages.map((found) =>
        needs(packageRef(found), [
          ...refsOf(found.needs),
          ...(found.name === 'sql.js' ? [sqlite['bom-ref']] : []),
        ]),
      ),
      needs(
        node['bom-ref'],
        parts.map((part) => part['bom-ref']),
      ),
    ],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

const packageRef = ({ name, version }: Pick<BundledPackage, 'name' | 'version'>): string =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`;

function packageOf(found: BundledPackage): Component {
  const { name, version, license, integrity } = found;
  const ref = packageRef(found);
  const [, group, base] = /^(?:(@[^/]+)\/)?(.+)$/.exec(name) ?? [];
  return {
    type: 'library',
    'bom-ref': ref,
    ...(group ? { group } : {}),
    name: base ?? name,
    version,
    hashes: [hashOf(integrity)],
    licenses: licensed(license),
    purl: ref,
  };
}

/** With the packages that the runtime of each target was taken from. */
function runtimeOf({ runtime: { node: version = '' } }: Contents): Component {
  const distributions = selectTargets('all').map(({ id, package: name, integrity }) => ({
    type: 'distribution',
    url: `https://registry.npmjs.org/${name}/-/${name}-${version}.tgz`,
    comment: id,
    hashes: [hashOf(integrity)],
  }));
  return {
    ...generic('framework', 'node', version),
    licenses: licensed('MIT'),
    externalReferences: [{ type: 'website', url: 'https://nodejs.org' }, ...distributions],
  };
}

const sqliteOf = ({ sqlite }: Contents): Component => {
  const { 'bom-ref': ref, name, ...rest } = generic('library', 'sqlite', sqlite);
  /* Node has one of its own, which we do not use. */
  return { ...rest, 'bom-ref': `${ref}#sql.js`, name, licenses: licensed('blessing') };
};

function partOf(name: string, version: string): Component {
  const npm = NPM_PARTS[name];
  if (npm === undefined) return generic('library', name, version);
  const purl = `pkg:npm/${npm}@${version}`;
  return { type: 'library', 'bom-ref': `${purl}#node`, name: npm, version, purl };
}

function generic(type: string, name: string, version: string): Component {
  const purl = `pkg:generic/${name}@${version}`;
  const product = CPE[name];
  return {
    type,
    'bom-ref': purl,
    name,
    version,
    ...(product ? { cpe: `cpe:2.3:a:${product}:${version}:*:*:*:*:*:*:*` } : {}),
    purl,
  };
}

const licensed = (license: string) =>
  / (?:AND|OR|WITH) /.test(license) ? [{ expression: license }] : [{ license: { id: license } }];

/** @param integrity `sha512-<base64>` */
function hashOf(integrity: string): { readonly alg: string; readonly content: string } {
  const [, digest = ''] = /^sha512-(.+)$/.exec(integrity) ?? [];
  return { alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') };
}
