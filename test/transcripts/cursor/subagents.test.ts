import { appendFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { readCursorSubagents } from '../../../src/hosts/cursor/transcript-subagents.ts';
import { agent, fixtureBytes, jsonl } from './conversation-file.ts';

const CHILD = fixtureBytes('child.jsonl').toString();
const none = () => null;

describe.for([
  ['a directory of its own', 't/p/p.jsonl'],
  ['the directory of all', 't/p.jsonl'],
] as const)('a conversation in %s', ([, transcript]) => {
  const files = { [transcript]: '', 't/p/subagents/c1.jsonl': CHILD };

  it('has what its subagents were told, said and did', async () => {
    await using directory = await createFixture(files);
    expect([...readCursorSubagents(directory.getPath(transcript), none)]).toMatchObject([
      {
        path: directory.getPath('t/p/subagents/c1.jsonl'),
        toolUseId: null,
        details: [
          { kind: 'subagent', input: 'Find where the lexer drops the last character.' },
          { kind: 'subagent', input: 'Grep {"pattern":"slice"}' },
          { kind: 'subagent', output: 'src/lexer.ts:42 drops it.' },
        ],
      },
    ]);
  });
});

it('details of several subagents have names of their own', async () => {
  const files = { 'p/subagents/c1.jsonl': CHILD, 'p/subagents/c2.jsonl': CHILD };
  await using directory = await createFixture(files);
  const readings = [...readCursorSubagents(directory.getPath('p/p.jsonl'), none)];
  const names = readings.flatMap(({ details }) => details.map(({ sourceId }) => sourceId));
  expect([names.length, new Set(names).size]).toEqual([6, 6]);
});

it('only what is new is given again', async () => {
  await using directory = await createFixture({ 'p/subagents/c1.jsonl': CHILD });
  const read = (cursorOf: Parameters<typeof readCursorSubagents>[1]) => [
    ...readCursorSubagents(directory.getPath('p/p.jsonl'), cursorOf),
  ];
  const cursor = read(none)[0]?.cursor ?? null;
  expect(read(() => cursor)).toEqual([]);
  appendFileSync(directory.getPath('p/subagents/c1.jsonl'), jsonl(agent('and fixes it')));
  expect(read(() => cursor)).toMatchObject([{ details: [{ output: 'and fixes it' }] }]);
});

it('a conversation without subagents has none', async () => {
  await using directory = await createFixture({ 'p/p.jsonl': '' });
  expect([...readCursorSubagents(directory.getPath('p/p.jsonl'), none)]).toEqual([]);
});
