import { describe, expect, it } from 'vitest';
import { readCodexTranscript } from '../../../src/hosts/codex/transcript.ts';
import { FIXTURES, type FixtureName, fixturePath, namesRequest } from './rollout.ts';

const read = (name: FixtureName) => readCodexTranscript(fixturePath(name), null, namesRequest);

/** number, first request, answer, interrupted */
type Expected = readonly [number, string, string | null, boolean];

const TOOLS = 'TOOLPLEASE 안녕 run it';
const SECOND = 'second turn BIGUSAGE please';
const THIRD = 'third turn after big usage';
const RUNNING = 'Running 실행 🚀';

const recordings: Readonly<Record<FixtureName, readonly Expected[]>> = {
  '0.20.0-tool': [[1, TOOLS, 'Final answer 2467 완료', false]],
  '0.45.0-tool': [[1, TOOLS, 'Final answer 2 완료', false]],
  '0.98.0-resume-compact': [
    [1, TOOLS, 'Final answer 4 완료', false],
    [2, SECOND, 'Final answer 5 완료', false],
    [3, THIRD, RUNNING, false],
  ],
  '0.125.0-compact': [
    [1, TOOLS, 'Final answer 829 완료', false],
    [2, SECOND, 'Final answer 830 완료', false],
    [3, THIRD, RUNNING, false],
  ],
  '0.150.0-compact': [
    [1, TOOLS, 'Final answer 1760 완료', false],
    [2, SECOND, 'Final answer 1761 완료', false],
    [3, THIRD, RUNNING, false],
  ],
  '0.171.0-simple': [[1, 'hello untrusted', 'Final answer 1 완료', false]],
  '0.171.0-hook-output': [[1, 'big', 'Final answer 2471 완료', false]],
  '0.171.0-resume-compact': [
    [1, 'TOOLPLEASE 안녕 hello', 'Final answer 3 완료', false],
    [2, 'BIGUSAGE second 둘째', 'Final answer 4 완료', false],
    [3, 'third 셋째 after big', RUNNING, false],
  ],
  '0.171.0-commentary': [
    [1, 'think pondering\ncomment I look first\nrun echo one\nsay all done', 'all done', false],
    [2, 'say second', 'second', false],
  ],
  '0.171.0-image': [[1, 'call view_image {"path":"/work/i.png"}\nsay done', 'done', false]],
  '0.171.0-failure': [
    [
      1,
      'call custom:apply_patch "*** Begin Patch\\n*** Add File: a.txt\\n+hello\\n*** End Patch\\n"\ncall view_image {"path":"/work/project/i.png"}\nsay done',
      'done',
      false,
    ],
    [2, 'fail 400', null, true],
    [3, 'say after', 'after', false],
  ],
  '0.171.0-steered-interrupted': [
    [1, 'say first', 'first', false],
    [2, 'wait 6000', 'ack', false],
    [3, 'wait 9000', null, true],
    [4, 'say after interrupt', 'after interrupt', false],
  ],
  '0.171.0-rewound': [[1, 'say after interrupt', 'after interrupt', false]],
  '0.171.0-fork': [
    [1, 'say in the fork', 'in the fork', false],
    [2, 'say after compact', 'after compact', false],
    [3, '/review look at it', 'ack', false],
    [4, 'fail 400', null, true],
    [5, 'say after failure', 'after failure', false],
  ],
  '0.171.0-user-shell': [[1, 'say first', 'first', false]],
  '0.171.0-side-chat': [[1, 'say on the side', 'on the side', false]],
  '0.171.0-review-child': [],
  '0.171.0-agents-v1': [
    [
      1,
      'call multi_agent_v1.spawn_agent {"message":"run echo sub\\nsay sub answer"}\nwait 3000\nsay main answer',
      'main answer',
      false,
    ],
    [2, 'say second', 'second', false],
  ],
  '0.171.0-agents-v1-child': [],
  '0.171.0-agents-v2': [
    [
      1,
      'call collaboration.spawn_agent {"task_name":"task_a","message":"run echo sub\\nsay sub answer"}\nwait 4000\nsay main answer',
      'main answer',
      false,
    ],
    [2, 'say second', 'second', false],
  ],
  '0.171.0-agents-v2-child': [],
  '0.171.0-agents-forked': [
    [1, 'say first', 'first', false],
    [
      2,
      'call multi_agent_v1.spawn_agent {"fork_context":true,"message":"run echo sub\\nsay sub answer"}\nwait 3000\nsay main answer',
      'main answer',
      false,
    ],
  ],
  '0.171.0-agents-forked-child': [],
};

describe('recorded rollouts', () => {
  it.for(FIXTURES)('%s gives its turns', (name) => {
    const { status, turns } = read(name);
    const found = turns.map(({ number, requests, fragments, interrupted }) => [
      number,
      requests[0],
      fragments.at(-1) ?? null,
      interrupted,
    ]);
    expect([status, found]).toEqual(['read', recordings[name]]);
  });

  it.for(FIXTURES)('%s names each of its details once', (name) => {
    const ids = read(name).turns.flatMap(({ details }) => details.map(({ sourceId }) => sourceId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.for(FIXTURES)('%s brings back nothing that a hook has told the model', (name) => {
    expect(JSON.stringify(read(name).turns)).not.toContain('MEMORY-');
  });

  it('prompts that steered a running turn are parts of its request', () => {
    expect(read('0.171.0-steered-interrupted').turns[1]).toMatchObject({
      requests: ['wait 6000', 'steered one', 'steered two'],
      fragments: ['ack'],
    });
  });

  it('a turn is known by the id that its Stop reports', () => {
    const id = '01a22e3f-d0c0-7ad3-805d-444db61968a6';
    expect(read('0.171.0-steered-interrupted').turns[1]).toMatchObject({
      key: id,
      promptIds: [id],
      startedAt: 0x01a22e3fd0c0,
    });
  });

  it('a prompt typed before a compaction stays the request', () => {
    expect(read('0.150.0-compact').turns[2]?.fragments).toEqual([RUNNING, RUNNING, RUNNING]);
  });
});
