import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { expect, it } from 'vitest';
import { withTables } from '../build/reliability-document.ts';
import type { Command } from '../src/cli/command.ts';
import { commands } from '../src/cli/program.ts';
import { realAnswers } from './json-answers.ts';
import { documentedFields, fieldsOf, typeFits } from './json-fields.ts';

const read = (path: string): string => readFileSync(path, 'utf8');
const documents = globSync(['*.md', 'docs/**/*.md', 'src/**/*.md']).map((path) =>
  path.replaceAll('\\', '/'),
);
const answers = await realAnswers();

it('AGENTS.md has at most 8 KB', () => {
  expect(statSync('AGENTS.md').size).toBeLessThanOrEqual(8192);
});

it.for(documents)('%s links only to files and headings that are there', (path) => {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)\s]+)\)/g)].map(
    ([, link = '']) => link,
  );
  const broken = links.filter((link) => {
    const [file = '', heading] = link.split('#');
    const target = file === '' ? path : normalize(join(dirname(path), file));
    const known = globSync(target).length > 0;
    return !known || (heading !== undefined && !headingsOf(read(target)).includes(heading));
  });
  expect(broken).toEqual([]);
});

it.for(documents.filter((path) => path.startsWith('docs/adr/')))(
  '%s is headed by its number and what was decided',
  (path) => {
    const number = Number(/\d{4}/.exec(path)?.[0]);
    expect(read(path)).toMatch(new RegExp(`^# ${number}\\. \\S+ .+[^.]\n`));
  },
);

/** Anchors as GitHub makes them. */
const headingsOf = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

it('the README has the table of the commands as they are', () => {
  expect(tableIn(read('README.md'), 'commands')).toBe(commands.map(commandRow).join('\n'));
});

const tableIn = (text: string, name: string): string =>
  new RegExp(`<!-- ${name} -->\\n(?:.*\\n){2}([^]*?)\\n<!-- /${name} -->`).exec(text)?.[1] ?? '';

function commandRow({ name, positional, summary, options }: Command): string {
  const flags = options.map(({ flag }) => `\`${flag.replaceAll('|', '\\|')}\``).join(' ');
  const words = positional === undefined ? name : `${name} ${positional}`;
  return `| \`${words}\` | ${summary} | ${flags} |`;
}

it('docs/json.md speaks of every command', () => {
  const sections = [...read('docs/json.md').matchAll(/^## `(.+)`$/gm)].map(([, name]) => name);
  expect(sections).toEqual(commands.map(({ name }) => name));
});

it.for(commands.map(({ name }) => name))('docs/json.md has the fields that %s prints', (name) => {
  const documented = documentedFields(read('docs/json.md'), name);
  const printed = (answers.get(name) ?? []).flatMap(fieldsOf);
  const isListOf = (field: string) => printed.some(([other]) => other.startsWith(`${field}.`));
  const names = new Set(
    printed.flatMap(([field, value]) => (value === undefined && isListOf(field) ? [] : [field])),
  );
  expect([...names].sort()).toEqual(documented.map(([field]) => field).sort());
  const types = new Map(documented);
  expect(printed.filter(([field, value]) => !typeFits(types.get(field) ?? '', value))).toEqual([]);
});

it.for([['docs/verified.md'], ['docs/reliability.md']] as const)(
  '%s names tests that are there',
  ([path]) => {
    const named = [...read(path).matchAll(/`(test\/[\w./-]+)`: (.+?) \|$/gm)];
    const missing = named.filter(([, file = '', title = '']) => !read(file).includes(title));
    expect(missing.map(([row]) => row)).toEqual([]);
    expect(named.length).toBeGreaterThan(10);
  },
);

it('docs/reliability.md has the tables of the tests: npm run reliability', () => {
  const document = read('docs/reliability.md');
  expect(withTables(document)).toBe(document);
});

it('no source opens a network connection', () => {
  const network = /node:(?:net|http|https|http2|tls|dns|dgram|inspector)\b|\bfetch\(|WebSocket/;
  const files = globSync('src/**/*.ts');
  expect(files.filter((path) => network.test(read(path)))).toEqual([]);
});
