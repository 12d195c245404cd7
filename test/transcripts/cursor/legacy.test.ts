import { expect, it } from 'vitest';
import { ConversationFile, fixtureBytes } from './conversation-file.ts';

const create = (content: string | Uint8Array = fixtureBytes('plain-text.txt')) =>
  ConversationFile.create(content, 'id.txt');

it('a transcript in plain text gives 2 turns, 2 answers and 3 details', async () => {
  await using file = await create();
  expect(file.read()).toMatchObject({
    status: 'read',
    lastOpen: false,
    turns: [
      {
        start: 'prompt',
        requests: ['split the parser\n\nand keep its tests'],
        fragments: ['It is split.\n\nTwo files now.'],
        interrupted: false,
        details: [
          { kind: 'thinking', output: 'The parser is one file.' },
          { kind: 'tool_input', toolName: 'Read', input: '  path: src/parser.ts' },
          { kind: 'tool_output', output: 'export const parse = 1;' },
        ],
      },
      { requests: ['thanks'], fragments: ['You are welcome.'], details: [] },
    ],
  });
});

it('words behind a call are words of the agent', async () => {
  await using file = await create(
    'user:\ngo\n\nassistant:\n[Tool call] Read\n  a: 1\nIt is done.\n',
  );
  expect(file.read().turns).toMatchObject([{ requests: ['go'], fragments: ['It is done.'] }]);
});

it('what was covered is not given again', async () => {
  await using file = await create();
  const { turns, cursorAfter } = file.read();
  expect(file.read(cursorAfter(1)).turns).toEqual(turns.slice(1));
  expect(file.read(cursorAfter(2)).turns).toEqual([]);
  expect(file.read(file.read(cursorAfter(1)).cursorAfter(1)).turns).toEqual([]);
});

it('a turn that grew is given again under its name', async () => {
  await using file = await create();
  const { turns, cursorAfter } = file.read();
  file.append('\n\nassistant:\nAny time.\n\nuser:\nnext\n');
  const later = file.read(cursorAfter(2)).turns;
  expect(later).toMatchObject([
    { key: turns[1]?.key, fragments: ['You are welcome.', 'Any time.'] },
    { requests: ['next'] },
  ]);
});

it('another file under its name is read from the start', async () => {
  await using file = await create();
  const { cursorAfter } = file.read();
  file.write('user:\nother\n\nassistant:\nyes\n');
  expect(file.read(cursorAfter(2)).turns).toMatchObject([{ requests: ['other'] }]);
});

it('that is not there is absent', async () => {
  await using file = await create();
  const { cursorAfter } = file.read();
  const other = new ConversationFile(`${file.path}.txt`);
  expect(other.read(cursorAfter(2))).toMatchObject({ status: 'absent', turns: [] });
});
