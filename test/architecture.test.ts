import { globSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { expect, it } from 'vitest';

/** What each folder of src/ may import besides itself. Adding a folder means adding a row. */
const mayImport: Record<string, readonly string[]> = {
  core: [],
  platform: ['core', 'cross-spawn'],   // and each layer's own libraries as they are adopted
  hosts: ['core', 'platform'],
  store: ['core', 'platform', 'sql.js'],
  memory: ['core', 'platform', 'store'],
  hooks: ['core', 'platform', 'hosts', 'store', 'memory'],
  cli: ['core', 'platform', 'hosts', 'store', 'memory', 'cac'],
};

const folderOf = (path: string): string => path.split('/')[1] ?? '';
const packageOf = (specifier: string): string =>
  specifier.split('/').slice(0, specifier.startsWith('@') ? 2 : 1).join('/');

function importsOf(file: string): string[] {
  const source = readFileSync(file, 'utf8');
  return [...source.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) =>
    specifier.startsWith('.')
      ? folderOf(posix.normalize(posix.join(posix.dirname(file), specifier)))
      : packageOf(specifier),
  );
}

const files = globSync('src/*/**/*.ts').map((path) => path.replaceAll('\\', '/'));

it.for(files)('%s imports only what its folder may see', (file) => {
  const own = folderOf(file);
  const allowed = [own, ...(mayImport[own] ?? [])];
  const node = own === 'core' ? [] : importsOf(file).filter((name) => name.startsWith('node:'));
  expect(importsOf(file).filter((name) => ![...allowed, ...node].includes(name))).toEqual([]);
});

it.for(files)('%s has no dynamic import: only main.ts loads lazily', (file) => {
  expect(readFileSync(file, 'utf8')).not.toMatch(/\bimport\(/);
});
