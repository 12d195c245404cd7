import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import {
  agent,
  fixtureBytes,
  jsonl,
  SessionFile,
  toolResult,
  toolUse,
  turnsOf,
  typed,
} from './session-file.ts';

const rows = [typed('u1', 'go'), agent('a1', 'done')];
const line = (row: unknown): string => JSON.stringify(row);
const texts = (turns: readonly TranscriptTurn[]) =>
  turns.map(({ requests, fragments }) => [...requests, ...fragments]);

describe('lines', () => {
  it.for([
    ['two rows on one line', `${line(rows[0])}${line(rows[1])}\n`],
    ['two rows and a space between', `${line(rows[0])} ${line(rows[1])}\n`],
    [
      'a row that was cut before a whole one',
      `${line(rows[0])}\n${line(rows[0]).slice(0, 40)}${line(rows[1])}\n`,
    ],
    ['carriage returns', `${line(rows[0])}\r\n${line(rows[1])}\r\n`],
    ['a byte order mark', `\uFEFF${jsonl(...rows)}`],
    ['empty lines', `\n\n${line(rows[0])}\n   \n${line(rows[1])}\n`],
    ['NUL bytes', `${line(rows[0])}\n${'\0'.repeat(5000)}\n${line(rows[1])}\n`],
    ['NUL bytes before a row', `${line(rows[0])}\n${'\0'.repeat(50)}${line(rows[1])}\n`],
    ['null', `${line(rows[0])}\nnull\n${line(rows[1])}\n`],
    ['an array', `${line(rows[0])}\n[${line(rows[0])}]\n${line(rows[1])}\n`],
    ['a string', `${line(rows[0])}\n"user"\n${line(rows[1])}\n`],
    ['broken JSON', `${line(rows[0])}\n{"type":"user","message":{\n${line(rows[1])}\n`],
    [
      'rows that are no messages',
      `${line(rows[0])}\n{"type":"user","message":7}\n${line(rows[1])}\n`,
    ],
  ] as const)('with %s give all whole rows', async ([, content]) => {
    await using file = await SessionFile.create(content);
    expect(texts(file.read().turns)).toEqual([['go', 'done']]);
  });

  it('end at line feeds only', async () => {
    const raw = jsonl(typed('u1', 'a\u2028b\u2029c\u0085d'), agent('a1', 'x\u2028y'));
    await using file = await SessionFile.create(raw);
    expect(raw).toContain('\u2028');
    expect(texts(file.read().turns)).toEqual([['a\u2028b\u2029c\u0085d', 'x\u2028y']]);
  });

  it('of more than a megabyte are read', async () => {
    const long = 'あ'.repeat(700_000);
    expect(texts(await turnsOf(typed('u1', long), agent('a1', 'done')))).toEqual([[long, 'done']]);
  });

  it('without their end wait', async () => {
    await using file = await SessionFile.create(jsonl(rows[0]) + line(rows[1]));
    const before = file.read();
    file.append('\n');
    expect(texts(before.turns)).toEqual([['go']]);
    expect(texts(file.read(before.cursorAfter(0)).turns)).toEqual([['go', 'done']]);
  });

  it('cut in the middle of a character wait too', async () => {
    const bytes = Buffer.from(jsonl(typed('u1', 'go'), agent('a1', '終わり')));
    const cut = bytes.indexOf(Buffer.from('わ')) + 1;
    await using file = await SessionFile.create(bytes.subarray(0, cut));
    const { cursorAfter } = file.read();
    file.append(bytes.subarray(cut));
    expect(texts(file.read(cursorAfter(0)).turns)).toEqual([['go', '終わり']]);
  });

  it('let a turn begin in their middle', async () => {
    const next = [typed('u2', 'next'), agent('a2', 'done too')];
    await using file = await SessionFile.create(
      `${line(rows[0])}\n${line(rows[1])}${line(next[0])}\n${line(next[1])}\n`,
    );
    const { turns, cursorAfter } = file.read();
    expect(file.read(cursorAfter(1)).turns).toEqual([turns[1]]);
  });

  it('that repeat rows of the same file add nothing', async () => {
    const all = [...rows, typed('u2', 'next'), ...rows, agent('a2', 'done too')];
    expect(texts(await turnsOf(...all))).toEqual([
      ['go', 'done'],
      ['next', 'done too'],
    ]);
  });
});

describe('a file', () => {
  it('that is not there is absent, and its cursor stays what it was', async () => {
    await using file = await SessionFile.create(jsonl(...rows));
    const cursor = file.read().cursorAfter(1);
    rmSync(file.path);
    const reading = file.read(cursor);
    expect(reading).toMatchObject({ status: 'absent', turns: [], bytesRead: 0 });
    expect(reading.cursorAfter(0)).toEqual(cursor);
  });

  it('that comes later is read from the cursor of its absence', async () => {
    await using file = await SessionFile.create();
    rmSync(file.path);
    const { cursorAfter } = file.read();
    file.write(jsonl(...rows));
    expect(texts(file.read(cursorAfter(0)).turns)).toEqual([['go', 'done']]);
  });

  it.for([
    ['answers', [rows[1]]],
    ['tools', [toolUse('a2', 't', 'Bash', {}), toolResult('r2', 't', 'out')]],
  ] as const)('that holds only %s has lost its head', async ([, content]) => {
    await using file = await SessionFile.create(jsonl(...content));
    expect(file.read()).toMatchObject({ status: 'headless', turns: [] });
  });

  it('that goes on with a request after a lost head is read', async () => {
    await using file = await SessionFile.create(jsonl(rows[1]));
    const { cursorAfter } = file.read();
    file.append(jsonl(typed('u2', 'next')));
    expect(file.read(cursorAfter(0))).toMatchObject({ status: 'read', turns: [{ key: 'u2' }] });
  });

  it.for(['2.1.100-compact-refused', '1.0.128-compact', '2.1.332-subagent'] as const)(
    'without requests and answers has not lost its head: %s',
    async (name) => {
      await using file = await SessionFile.create(fixtureBytes(name));
      expect(file.read()).toMatchObject({ status: 'read', turns: [] });
    },
  );

  const longer = [...rows, typed('u2', 'next'), agent('a2', 'done too')];

  it('that shrank is read from the start', async () => {
    await using file = await SessionFile.create(jsonl(...longer));
    const cursor = file.read().cursorAfter(2);
    file.write(jsonl(...rows));
    expect(texts(file.read(cursor).turns)).toEqual([['go', 'done']]);
  });

  it('that was rewritten in place is read from the start', async () => {
    await using file = await SessionFile.create(jsonl(...longer));
    const cursor = file.read().cursorAfter(2);
    file.write(jsonl(typed('u1', 'gone'), ...longer));
    expect(file.read(cursor).turns.map(({ key }) => key)).toEqual(['u1', 'u2']);
  });

  it('that was changed only before the cursor is read from the start', async () => {
    const filler = agent('f', 'x'.repeat(20_000));
    await using file = await SessionFile.create(jsonl(...rows, filler));
    const cursor = file.read().cursorAfter(1);
    file.write(jsonl(...rows, agent('f', `${'x'.repeat(19_999)}y`), typed('u2', 'next')));
    expect(file.read(cursor).turns.map(({ key }) => key)).toEqual(['u1', 'u2']);
  });

  it('that took the place of another is read from the start', async () => {
    await using file = await SessionFile.create(jsonl(...rows));
    const cursor = file.read().cursorAfter(1);
    writeFileSync(`${file.path}.new`, jsonl(...longer));
    renameSync(`${file.path}.new`, file.path);
    expect(texts(file.read(cursor).turns)).toEqual([
      ['go', 'done'],
      ['next', 'done too'],
    ]);
  });
});

describe('bytes read', () => {
  const big = Array.from({ length: 400 }, (_, index) => [
    typed(`u${index}`, 'go'),
    toolUse(`a${index}`, `t${index}`, 'Bash', {}),
    toolResult(`r${index}`, `t${index}`, 'x'.repeat(5000)),
    agent(`b${index}`, 'done'),
  ]).flat();

  it('are the new ones and at most 64 KB', async () => {
    await using file = await SessionFile.create(jsonl(...big));
    const { turns, cursorAfter } = file.read();
    const news = jsonl(typed('u', 'next'), agent('a', 'done'));
    file.append(news);
    const reading = file.read(cursorAfter(turns.length));
    expect(texts(reading.turns)).toEqual([['next', 'done']]);
    expect(reading.bytesRead).toBeLessThanOrEqual(Buffer.byteLength(news) + 64 * 1024);
  });

  it('are no more when there is nothing new', async () => {
    await using file = await SessionFile.create(jsonl(...big));
    const { turns, cursorAfter } = file.read();
    expect(file.read(cursorAfter(turns.length)).bytesRead).toBeLessThanOrEqual(64 * 1024);
  });
});
