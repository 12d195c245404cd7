import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { TranscriptReading } from '../../../src/core/reading.ts';
import { readCursorTranscript } from '../../../src/hosts/cursor/transcript.ts';
import {
  agent,
  ConversationFile,
  ended,
  fixtureBytes,
  jsonl,
  merged,
  tool,
  typed,
} from './conversation-file.ts';

const texts = ({ turns }: TranscriptReading) =>
  turns.map(({ requests, fragments }) => [...requests, ...fragments]);
const cursorBehind = (reading: TranscriptReading) => reading.cursorAfter(reading.turns.length);

describe('the last turn', () => {
  it.for([
    ['is open', [agent('so far')], true],
    ['is over after its end', [agent('done'), ended('success')], false],
    ['is over when it was stopped', [ended('aborted')], false],
    ['is open again when the agent goes on', [ended('success'), agent('more')], true],
  ] as const)('%s', async ([, rows, lastOpen]) => {
    await using file = await ConversationFile.create(jsonl(typed('go'), ...rows));
    expect(file.read()).toMatchObject({ status: 'read', lastOpen });
  });
});

describe('a file', () => {
  it('that is not there is absent, and its cursor stays what it was', async () => {
    await using file = await ConversationFile.create(jsonl(typed('go'), agent('done')));
    const cursor = cursorBehind(file.read());
    rmSync(file.path);
    expect(file.read(cursor)).toMatchObject({ status: 'absent', turns: [] });
    expect(file.read(cursor).cursorAfter(0)).toEqual(cursor);
  });

  it('that holds only answers has lost its head', async () => {
    await using file = await ConversationFile.create(jsonl(agent('done')));
    expect(file.read()).toMatchObject({ status: 'headless', turns: [] });
  });

  it('is read with byte order marks, carriage returns and broken lines', async () => {
    const [first, second] = [typed('go'), agent('done')].map((row) => JSON.stringify(row));
    const content = `\uFEFF${first}\r\n{"role":"user","mess\nnull\n[]\n${second}\r\n`;
    await using file = await ConversationFile.create(content);
    expect(texts(file.read())).toEqual([['go', 'done']]);
  });
});

describe('rows behind what was read', () => {
  it('continue the turn they belong to', async () => {
    await using file = await ConversationFile.create(jsonl(typed('go'), agent('a')));
    const cursor = cursorBehind(file.read());
    file.append(jsonl(agent('b', tool('Read', {})), ended('success')));
    expect(file.read(cursor).turns).toMatchObject([
      { continues: true, requests: [], fragments: ['b'], interrupted: false },
    ]);
  });

  it('that only end a turn are no news', async () => {
    await using file = await ConversationFile.create(jsonl(typed('go'), agent('a')));
    const cursor = cursorBehind(file.read());
    file.append(jsonl(ended('success')));
    expect(file.read(cursor)).toMatchObject({ status: 'read', turns: [], lastOpen: false });
  });

  it('have the last time that was written', async () => {
    const time = 'Friday, Oct 2, 2026, 12:21 PM (UTC-4)';
    await using file = await ConversationFile.create(jsonl(typed('go', time), agent('a')));
    const cursor = cursorBehind(file.read());
    file.append(jsonl(typed('next')));
    expect(file.read(cursor).turns).toMatchObject([{ startedAt: Date.UTC(2026, 9, 2, 16, 21) }]);
  });
});

describe('a file that was replaced by the end of a turn', () => {
  const OUT = fixtureBytes('out-of-usage.jsonl');
  const before = [typed('go'), agent('one'), typed('go'), agent('two'), typed('other')];

  it('gives nothing, and nothing is taken back', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    const first = file.read();
    file.write(OUT);
    expect(file.read(cursorBehind(first))).toMatchObject({
      status: 'read',
      turns: [],
      lastOpen: false,
    });
  });

  it('goes on without taking a repeated request for an old turn', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    const first = file.read();
    file.write(OUT);
    const second = file.read(cursorBehind(first));
    file.append(jsonl(typed('go'), agent('three')));
    const third = file.read(cursorBehind(second));
    const all = merged(merged(first.turns, second.turns), third.turns);
    expect(all.map(({ fragments }) => fragments)).toEqual([['one'], ['two'], [], ['three']]);
    expect(new Set(all.map(({ key }) => key)).size).toBe(4);
    expect(all.map(({ number }) => number)).toEqual([1, 3, 4, 6]);
  });

  it('goes on so when it was replaced and grew between two readings', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    const first = file.read();
    file.write(OUT);
    file.append(jsonl(typed('go'), agent('x'.repeat(5000)), ended('success')));
    const all = merged(first.turns, file.read(cursorBehind(first)).turns);
    expect(all.map(({ fragments }) => fragments.length)).toEqual([1, 1, 0, 1]);
  });

  it('a second time goes on so too', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    let reading = file.read();
    let all = [...reading.turns];
    for (const answer of ['three', 'four']) {
      for (const write of [
        () => file.write(OUT),
        () => file.append(jsonl(typed('go'), agent(answer), ended('success'))),
      ]) {
        write();
        reading = file.read(cursorBehind(reading));
        all = merged(all, reading.turns);
      }
    }
    expect(all.map(({ fragments }) => fragments)).toEqual([
      ['one'],
      ['two'],
      [],
      ['three'],
      ['four'],
    ]);
  });

  it('gives the same turns when it is read from the start', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    const first = cursorBehind(file.read());
    file.write(OUT);
    const second = cursorBehind(file.read(first));
    file.append(jsonl(typed('go'), agent('three'), ended('success')));
    const keys = ({ turns }: TranscriptReading) => turns.map(({ key }) => key);
    expect(keys(file.read())).toEqual(keys(file.read(second)));
  });

  it('waits while the file is empty', async () => {
    await using file = await ConversationFile.create(jsonl(...before));
    const cursor = cursorBehind(file.read());
    file.write('');
    expect(file.read(cursor).cursorAfter(0)).toEqual(cursor);
  });
});

it('a file that was written anew with what it held gives the same turns', async () => {
  await using file = await ConversationFile.create(fixtureBytes('turns.jsonl'));
  const first = file.read();
  rmSync(file.path);
  file.write(Buffer.concat([fixtureBytes('turns.jsonl'), fixtureBytes('string-content.jsonl')]));
  const all = merged(first.turns, file.read(cursorBehind(first)).turns);
  expect(all.map(({ requests }) => requests[0])).toEqual([
    'split the parser',
    'match this picture',
    'never mind, run the tests',
    'what is this repository',
    'and its tests?',
  ]);
});

describe('a cursor', () => {
  it('holds no text of the conversation', async () => {
    await using file = await ConversationFile.create(fixtureBytes('fake-rows.jsonl'));
    const hashed = (text: string) => String(text.length);
    const { turns, cursorAfter } = readCursorTranscript(file.path, null, hashed);
    const cursors = JSON.stringify([0, 1, 2, 3].map((count) => cursorAfter(count)));
    const said = turns.flatMap(({ requests, fragments }) => [...requests, ...fragments]);
    expect(said.filter((text) => cursors.includes(text))).toEqual([]);
  });

  it('of another version of the reader is not used', async () => {
    await using file = await ConversationFile.create(fixtureBytes('turns.jsonl'));
    const whole = file.read();
    const cursor = { ...whole.cursorAfter(2), state: { generation: 9 } };
    expect(file.read(cursor).turns).toEqual(whole.turns);
  });

  it('behind n turns gives the rest whole', async () => {
    await using file = await ConversationFile.create(fixtureBytes('fake-rows.jsonl'));
    const { turns, cursorAfter } = file.read();
    const rests = turns.map((_, index) => file.read(cursorAfter(index)).turns);
    expect(rests).toEqual(turns.map((_, index) => turns.slice(index)));
  });
});
