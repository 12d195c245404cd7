import { expect, it } from 'vitest';
import { runWords } from './launcher.ts';
import { aProject } from './launcher-home.ts';

const thought = { kind: 'thinking', toolName: 'thinking', input: null } as const;

it('is the memory in the parts that programs of the Node product read', async () => {
  await using home = await aProject();
  await home.turns('s', 22, (n) => ({
    request: `request ${n}`,
    answer: `answer ${n}`,
    skeleton: `line ${n}`,
    details: [{ ...thought, sourceId: `t${n}`, output: `I think ${n}` }],
  }));
  const words = ['--session', 's', '--json', '--format', 'record'];
  const record = await runWords('handoff-context', words, home.environment);
  expect(
    await runWords(
      'handoff-context',
      words.with(0, '--project').with(1, home.root),
      home.environment,
    ),
  ).toEqual(record);
  expect(record).toMatchObject({
    kind: 'throughline_handoff',
    source: 'throughline',
    trust: 'local',
    summary: 'I think 22',
    data: {
      throughlineHandoffSchemaVersion: 1,
      handoffRecordVersion: 1,
      sessionId: 's',
      projectPath: home.root,
      sourceAgent: 'claude',
      hostMode: 'claude-primary',
      intent: expect.any(String),
      constraints: [expect.any(String), expect.any(String), expect.any(String)],
      originSessionIds: ['s'],
      stats: {
        l1Rows: 2,
        l2Rows: 40,
        thinkingRows: 20,
        l3References: 20,
        preservedContextRows: 42,
      },
    },
  });
  const { memory, detailReferences } = record.data as Readonly<Record<string, object>>;
  const place = { originSessionId: 's', turnNumber: 22, createdAt: '1970-01-01T22:00:00.000Z' };
  const time = expect.stringMatching(/^\d\d:\d\d:\d\d$/);
  expect(memory).toMatchObject({
    inflightMemo: null,
    latestThinking: ['I think 20', 'I think 21', 'I think 22'],
    l1Summaries: [{ summary: 'line 1' }, { summary: 'line 2' }],
  });
  expect(
    Object.entries(memory ?? {})
      .find(([name]) => name === 'recentBodies')?.[1]
      .slice(-2),
  ).toEqual([
    { ...place, time, role: 'user', text: 'request 22' },
    { ...place, time, role: 'assistant', text: 'answer 22' },
  ]);
  expect(detailReferences).toHaveLength(20);
});

it('says that Codex held it where all of it was held there', async () => {
  await using home = await aProject();
  await home.turn('codex:c', 'one', 'first');
  const words = ['--session', 'codex:c', '--json', '--format', 'record'];
  expect(await runWords('handoff-context', words, home.environment)).toMatchObject({
    summary: '2 texts of codex:c are remembered.',
    data: { sourceAgent: 'codex', hostMode: 'codex-primary' },
  });
});
