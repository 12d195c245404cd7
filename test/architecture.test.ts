import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** What each folder of src/ may import besides itself. Adding a folder means adding a row. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  platform: ['core', 'cross-spawn', '@noble/hashes'],
  hosts: ['core', 'platform', 'jsonc-parser', 'smol-toml'],
  store: ['core', 'platform', 'sql.js'],
  memory: ['core', 'platform', 'store'],
  hooks: ['core', 'platform', 'hosts', 'store', 'memory'],
  cli: ['core', 'platform', 'hosts', 'store', 'memory', 'cac'],
};

const folderOf = (path: string): string => path.split('/')[1] ?? '';
const packageOf = (specifier: string): string =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** `import … from '…'`, `export … from '…'` and `import '…'` at the start of a line. */
const IMPORT = /^(?:import|export)\b[^'"`;]*?\bfrom\s*'([^']+)'|^import\s*'([^']+)'/gm;

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(IMPORT)].map(([, from, bare]) => {
    const specifier = from ?? bare ?? '';
    return specifier.startsWith('.')
      ? folderOf(posix.normalize(posix.join(posix.dirname(file), specifier)))
      : packageOf(specifier);
  });
}

const files = globSync('src/*/**/*.ts').map((path) => path.replaceAll('\\', '/'));

it.for(files)('%s imports only what its folder may see', (file) => {
  const own = folderOf(file);
  const allowed = [own, ...(mayImport[own] ?? [])];
  const node = own === 'core' ? [] : importsOf(file).filter((name) => name.startsWith('node:'));
  expect(importsOf(file).filter((name) => ![...allowed, ...node].includes(name))).toEqual([]);
});

/** A host's hooks are loaded when that host calls. */
const LAZY_LIST = 'src/hosts/hook-hosts.ts';

it.for(files.filter((file) => file !== LAZY_LIST))('%s loads nothing lazily', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\(/);
});

it('sees imports of every form, so that the rule can fail', () => {
  const sample =
    "import a from 'x';\nimport {\n  b,\n} from '../y/z.ts';\nexport { c } from 'w';\nimport 'v';\nBuffer.from('no');";
  expect([...sample.matchAll(IMPORT)].map(([, from, bare]) => from ?? bare)).toEqual([
    'x',
    '../y/z.ts',
    'w',
    'v',
  ]);
});
