import { describe, expect, it } from 'vitest';
import { readClaudeTranscript } from '../../../src/hosts/claude/transcript.ts';
import { fixturePath, namesRequest } from './session-file.ts';

const read = (name: string) =>
  readClaudeTranscript(fixturePath(`${name}.jsonl`), null, namesRequest);

/** number, start, first request, answer, interrupted */
type Expected = readonly [number, string, string, string | null, boolean];

const TOOLS = 'TOOLPLEASE 안녕 run it';
const NOTICE = (agent: number) =>
  `<task-notification>\n<status>completed</status>\n<summary>Agent "sub task" finished</summary>\n<result>Final answer ${agent} 완료</result>\n</task-notification>`;

const recordings: readonly (readonly [string, readonly Expected[]])[] = [
  ['1.0.60-first', [[2, 'unknown', TOOLS, 'Final answer 6 완료', false]]],
  [
    '1.0.60-continue',
    [
      [2, 'unknown', TOOLS, 'Final answer 6 완료', false],
      [4, 'unknown', 'AGENTPLEASE go', 'Final answer 9 완료', false],
    ],
  ],
  [
    '1.0.60-compact',
    [
      [2, 'unknown', TOOLS, 'Final answer 6 완료', false],
      [4, 'unknown', 'AGENTPLEASE go', 'Final answer 9 완료', false],
    ],
  ],
  [
    '1.0.60-after-compact',
    [
      [2, 'unknown', TOOLS, 'Final answer 6 완료', false],
      [4, 'unknown', 'AGENTPLEASE go', 'Final answer 9 완료', false],
      [10, 'unknown', 'after compact hello', 'Final answer 12 완료', false],
    ],
  ],
  [
    '1.0.128-resume',
    [
      [2, 'unknown', TOOLS, 'Final answer 18 완료', false],
      [4, 'unknown', 'AGENTPLEASE go', 'Final answer 22 완료', false],
      [11, 'unknown', 'after compact hello', 'Final answer 26 완료', false],
    ],
  ],
  ['1.0.128-compact', []],
  ['2.1.100-tools', [[2, 'unknown', TOOLS, 'Final answer 29 완료', false]]],
  ['2.1.100-compact-refused', []],
  ['2.1.100-simple', [[1, 'unknown', 'after compact hello', 'Final answer 36 완료', false]]],
  ['2.1.100-agent', [[1, 'unknown', 'AGENTPLEASE go', 'Final answer 33 완료', false]]],
  [
    '2.1.150-compact-resume',
    [
      [2, 'unknown', TOOLS, 'Final answer 39 완료', false],
      [4, 'unknown', 'AGENTPLEASE go', 'Final answer 43 완료', false],
      [12, 'unknown', 'after compact hello', 'Final answer 47 완료', false],
    ],
  ],
  [
    '2.1.220-compact-resume',
    [
      [2, 'prompt', TOOLS, 'Final answer 50 완료', false],
      [4, 'prompt', 'AGENTPLEASE go', 'Final answer 54 완료', false],
      [6, 'self', NOTICE(53), 'Final answer 55 완료', false],
      [14, 'prompt', 'after compact hello', 'Final answer 59 완료', false],
    ],
  ],
  [
    '2.1.332-compact-resume',
    [
      [2, 'prompt', 'TOOLPLEASE 안녕 hello', 'Final answer 2 완료', false],
      [4, 'prompt', 'second prompt', 'Final answer 3 완료', false],
      [6, 'prompt', 'AGENTPLEASE do', 'Final answer 6 완료', false],
      [8, 'self', NOTICE(5), 'Final answer 7 완료', false],
      [14, 'prompt', 'post compact prompt', 'Final answer 10 완료', false],
    ],
  ],
  [
    '2.1.332-fork',
    [
      [6, 'prompt', 'post compact prompt', 'Final answer 10 완료', false],
      [8, 'prompt', 'forked prompt', 'Final answer 11 완료', false],
    ],
  ],
  ['2.1.332-api-error-529', [[0, 'prompt', 'FAIL529 please', null, true]]],
  ['2.1.332-hook-output-persisted', [[1, 'prompt', 'big ctx', 'Final answer 9 완료', false]]],
  ['2.1.332-sigint', [[1, 'prompt', 'SLOWPLEASE INT test', 'about to sleep', true]]],
  ['2.1.332-sigkill', [[1, 'prompt', 'SLOWPLEASE KILL test', 'about to sleep', false]]],
  [
    '2.1.332-sigkill-resume',
    [
      [1, 'prompt', 'SLOWPLEASE KILL test', 'about to sleep', true],
      [4, 'prompt', 'hello after kill', 'Final answer 3 완료', false],
    ],
  ],
  [
    '2.1.332-image-queued',
    [[3, 'prompt', 'TOOLPLEASE look at the image 이미지', 'Final answer 62 완료', false]],
  ],
];

describe('recorded transcripts', () => {
  it.for(recordings)('%s holds the turns its rows tell', ([name, expected]) => {
    const turns = read(name).turns.map((turn) => [
      turn.number,
      turn.start,
      turn.requests[0],
      turn.fragments.at(-1) ?? null,
      turn.interrupted,
    ]);
    expect(turns).toEqual(expected);
  });

  it.for([
    ['2.1.332-sigkill', true],
    ['2.1.332-sigint', false],
    ['2.1.332-api-error-529', false],
    ['2.1.332-compact-resume', false],
  ] as const)('%s: the last turn is open: %s', ([name, open]) => {
    expect(read(name).lastOpen).toBe(open);
  });

  it('takes prompts that were absorbed in mid-turn into the running turn', () => {
    expect(read('2.1.332-image-queued').turns.map(({ requests }) => requests)).toEqual([
      ['TOOLPLEASE look at the image 이미지', 'queued second prompt 대기', 'queued third prompt'],
    ]);
  });

  it('gives the copied turn of a fork the key it has in its parent', () => {
    const parent = read('2.1.332-compact-resume').turns.at(-1);
    const [copy] = read('2.1.332-fork').turns;
    expect(copy?.key).toBe('f612ce50-4c98-4cd2-9912-b33862936be5');
    expect({ ...copy, number: 0, promptIds: [] }).toEqual({ ...parent, number: 0, promptIds: [] });
  });

  it('keeps the ids of tool calls where a version copied rows under new uuids', () => {
    const tools = (name: string) =>
      read(name).turns[0]?.details.flatMap(({ sourceId, kind }) =>
        kind === 'tool_input' || kind === 'tool_output' ? [sourceId] : [],
      );
    expect(read('1.0.60-continue').turns[0]?.key).not.toBe(read('1.0.60-first').turns[0]?.key);
    expect(tools('1.0.60-continue')).toEqual(tools('1.0.60-first'));
  });

  it('does not keep the times of rows that a version copied under new uuids', () => {
    const [first] = read('1.0.60-first').turns;
    const [copy] = read('1.0.60-continue').turns;
    expect(first?.startedAt).toBe(Date.parse('2026-11-30T15:31:46.887Z'));
    expect(copy?.startedAt).toBe(Date.parse('2026-11-30T15:31:47.987Z'));
  });

  it('puts inline subagent rows into the turn that started the agent', () => {
    const [, turn] = read('1.0.60-continue').turns;
    expect(turn?.details.filter(({ kind }) => kind === 'subagent')).toMatchObject([
      { toolName: 'subagent', input: 'SUBPROMPT please answer', output: null },
      { toolName: 'subagent', input: null, output: 'Final answer 8 완료' },
    ]);
  });

  it('tells everything of a turn with thinking, words between tools and two results', () => {
    const [turn] = read('2.1.332-compact-resume').turns;
    expect(turn?.details.map((detail) => [detail.kind, detail.toolName, detail.sourceId])).toEqual([
      ['thinking', 'thinking', expect.stringMatching(/^6673ee5b.*:thinking:0$/)],
      ['utterance', 'utterance', expect.stringMatching(/^321539cf.*:text:0$/)],
      ['tool_input', 'Bash', 'toolu_1'],
      ['tool_input', 'Read', 'toolu_b1'],
      ['tool_output', 'Bash', 'toolu_1:result'],
      ['tool_output', 'Read', 'toolu_b1:result'],
    ]);
  });

  it('never keeps image data', () => {
    expect(JSON.stringify(read('2.1.332-image-queued').turns)).not.toContain('iVBORw0KGgo');
  });

  it('never keeps snapshots, injected context or what the host sent to the API', () => {
    const text = JSON.stringify(read('2.1.332-compact-resume').turns);
    expect(text).not.toMatch(/MEMORY-|You are an agent working|This session is being continued/);
  });
});
