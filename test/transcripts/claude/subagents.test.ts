import { appendFileSync, readFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import { readClaudeSubagents } from '../../../src/hosts/claude/transcript-subagents.ts';
import { agent, fixturePath, jsonl, user } from './session-file.ts';

const fixture = (name: string): string => readFileSync(fixturePath(name), 'utf8');
const nothingRead = (): null => null;
const side = { isSidechain: true };
const rows = jsonl(user('s1', 'look', side), agent('s2', 'found', 'end_turn', side));

/** A session with these files in its directory of subagents. */
const session = (files: Readonly<Record<string, string>>) =>
  createFixture({ 'session.jsonl': '', session: { subagents: files } });

describe('subagents with their own transcripts', () => {
  it('tell what they were asked and said, and which tool call started them', async () => {
    await using home = await session({
      'agent-a8e2d14d85b193ad9.jsonl': fixture('2.1.332-subagent.jsonl'),
      'agent-a8e2d14d85b193ad9.meta.json': fixture('2.1.332-subagent.meta.json'),
    });
    const readings = [...readClaudeSubagents(home.getPath('session.jsonl'), nothingRead)];
    expect(readings).toMatchObject([
      {
        path: home.getPath('session/subagents/agent-a8e2d14d85b193ad9.jsonl'),
        toolUseId: 'toolu_4',
        details: [
          { kind: 'subagent', toolName: 'general-purpose', input: 'SUBPROMPT please answer' },
          { kind: 'subagent', toolName: 'general-purpose', output: 'Final answer 5 완료' },
        ],
      },
    ]);
  });

  it('of older versions do not say which tool call started them', async () => {
    await using home = await session({
      'agent-a6ea4e6c30e6dbe37.jsonl': fixture('2.1.100-subagent.jsonl'),
      'agent-a6ea4e6c30e6dbe37.meta.json': fixture('2.1.100-subagent.meta.json'),
    });
    const [reading] = readClaudeSubagents(home.getPath('session.jsonl'), nothingRead);
    expect(reading).toMatchObject({ toolUseId: null, details: { length: 2 } });
  });

  it('are read on from where the last reading ended', async () => {
    await using home = await session({ 'agent-abc123.jsonl': rows });
    const path = home.getPath('session.jsonl');
    const cursors = new Map<string, TranscriptCursor>();
    const cursorOf = (file: string) => cursors.get(file) ?? null;
    for (const { path: file, cursor } of readClaudeSubagents(path, cursorOf)) {
      cursors.set(file, JSON.parse(JSON.stringify(cursor)));
    }
    const nothing = [...readClaudeSubagents(path, cursorOf)];
    appendFileSync(
      home.getPath('session/subagents/agent-abc123.jsonl'),
      jsonl(agent('s3', 'found more', 'end_turn', side)),
    );
    const [more] = readClaudeSubagents(path, cursorOf);
    expect(nothing).toEqual([]);
    expect(more?.details.map(({ output }) => output)).toEqual(['found more']);
  });

  it.for([
    ['of internal forks', { 'agent-abc.jsonl': rows, 'agent-abc.meta.json': '{"agentType":""}' }],
    ['named for what the host does', { 'agent-acompact-12.jsonl': rows }],
    ['that are no transcripts', { 'journal.jsonl': rows, 'agent-abc.meta.json': '{}' }],
  ] as const)('files %s are left out', async ([, files]) => {
    await using home = await session(files);
    expect([...readClaudeSubagents(home.getPath('session.jsonl'), nothingRead)]).toEqual([]);
  });

  it('are none where the directory is missing', async () => {
    await using home = await createFixture({ 'session.jsonl': '' });
    expect([...readClaudeSubagents(home.getPath('session.jsonl'), nothingRead)]).toEqual([]);
  });
});
