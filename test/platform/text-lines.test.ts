import { closeSync, openSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { textLines } from '../../src/platform/text-lines.ts';

async function linesOf(content: string | Buffer, longest = 100) {
  await using fixture = await createFixture({ file: content });
  const fd = openSync(fixture.getPath('file'), 'r');
  try {
    return [...textLines(fd, longest)];
  } finally {
    closeSync(fd);
  }
}

it.for([
  ['', []],
  ['a', ['a']],
  ['a\n', ['a']],
  ['a\n\nb', ['a', '', 'b']],
  ['日本\r\n\u2028x\n', ['日本\r', '\u2028x']],
] as const)('the lines of %j are %j', async ([content, expected]) => {
  const lines = await linesOf(content);
  expect(lines.map(({ text }) => text)).toEqual(expected);
  expect(lines.map(({ number }) => number)).toEqual(expected.map((_, index) => index + 1));
});

it('a line that is too long is none, and the next one is read', async () => {
  const lines = await linesOf(`${'x'.repeat(3_000_000)}\nshort\n${'y'.repeat(101)}`);
  expect(lines.map(({ text }) => text)).toEqual([null, 'short', null]);
});

it('a character that two pieces of the file share stays whole', async () => {
  const line = `${'x'.repeat(1024 * 1024 - 1)}日`;
  expect((await linesOf(`${line}\n`, 2_000_000))[0]?.text).toBe(line);
});
