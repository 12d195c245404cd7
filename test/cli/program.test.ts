import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { readPairs } from '../../src/cli/launcher-words.ts';
import { commands, runProgram } from '../../src/cli/program.ts';
import { environmentIn } from '../registration/environment.ts';

const INHERITED = [
  '--constructor',
  '--constructor=1',
  '--no-constructor',
  '--__proto__',
  '--__proto__.x=1',
  '--json.__proto__.x=1',
  '--to-string',
  '--toString',
  '--hasOwnProperty',
  '--value-of',
];
const names = commands.map(({ name }) => name);

describe('an option that is named as something every object has', () => {
  it.for(INHERITED)('%s is unknown to every command', async (option) => {
    await using fixture = await createFixture();
    const environment = environmentIn(fixture.path);
    for (const words of [[], ...names.map((name) => [name])])
      await expect(runProgram([...words, option, 'x'], () => environment)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.stringMatching(/^There is no option --/),
      });
    expect({}).not.toHaveProperty('x');
  });

  it('is none of a launcher', () => {
    expect(readPairs(['--constructor', 'x'], { format: ['record'] })).toBe(null);
  });
});

it.for([['--data-dir'], ['--data-dir', ''], ['--data-dir='], ['--data-dir', '--json']])(
  '%j names no data directory, and the usual one does not stand in for it',
  async (option) => {
    await using fixture = await createFixture();
    const environment = environmentIn(fixture.path);
    for (const words of [['status'], ['latest-session', '--project', '/p', '--json']])
      await expect(runProgram([...words, ...option], () => environment)).rejects.toMatchObject({
        exitCode: 2,
        message: expect.not.stringContaining('\n'),
      });
  },
);

it.for([
  [['uninstall', '--in-place'], 'There is no option --in-place. '],
  [['uninstall', '--allow-recall=x'], 'There is no option --allow-recall. '],
  [['uninstall', '--no-allow-recall'], 'There is no option --no-allow-recall. '],
  [['recall', '--fooBar'], 'There is no option --fooBar. '],
  [['install', '--allow-recall', '--no-allow-recall'], 'Say --allow-recall or --no-allow-recall,'],
  [['install', '--no-allow-recall', '--allow-recall'], 'Say --allow-recall or --no-allow-recall,'],
  [['install', '--pages', '6'], '--pages takes'],
  [['install', '--pages', 'x'], '--pages takes'],
] as const)('%j is wrong usage, whatever is there', async ([words, message]) => {
  await using fixture = await createFixture();
  await expect(runProgram(words, () => environmentIn(fixture.path))).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining(message),
  });
});

/** What a command needs to get as far as the memory. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  search: ['word'],
  detail: ['1'],
  'handoff-context': ['--session', 's', '--json'],
  'latest-session': ['--project', '/p', '--json'],
};

it.for(names)('%s is refused where a file stands in place of the data directory', async (name) => {
  await using fixture = await createFixture({ file: 'of the user' });
  const environment = { ...environmentIn(fixture.path), dataDirectory: fixture.getPath('file') };
  await expect(runProgram([name, ...(WORDS[name] ?? [])], () => environment)).rejects.toMatchObject(
    {
      exitCode: 3,
      message: expect.stringContaining('is not a directory; choose another with --data-dir'),
    },
  );
  expect(await fixture.readFile('file', 'utf8')).toBe('of the user');
});

it('--licenses says from sources that only the executable has them', async () => {
  await using fixture = await createFixture();
  await expect(runProgram(['--licenses'], () => environmentIn(fixture.path))).rejects.toMatchObject(
    {
      exitCode: 1,
      message: expect.stringContaining('Only the executable'),
    },
  );
});
