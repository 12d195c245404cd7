import { expect, it } from 'vitest';
import { markdownOf } from '../../src/cli/export-markdown.ts';
import type { ExportedTurn } from '../../src/store/export.ts';

const turn: ExportedTurn = {
  ...{ id: 41, session: 'one', key: 'a', number: 1, start: 'prompt', state: 'complete' },
  ...{ startedAt: 0, endedAt: 1, request: 'why?', answer: 'because', answerId: null },
  ...{ userHash: '', assistantHash: null, skeleton: 'why?', prunedAt: null, details: [] },
};

const text = (rest: Partial<ExportedTurn>, details = false): string =>
  markdownOf({ type: 'turn', turn: { ...turn, ...rest } }, details);

it('a turn has a head, the request in a fence and the answer as a quotation', () => {
  expect(text({})).toMatch(
    /^\n### Turn 41, \d{4}-\d\d-\d\d \d\d:\d\d\n\n\*\*User\*\*\n\n```text\nwhy\?\n```\n\n\*\*Assistant\*\*\n\n> because\n$/,
  );
});

it('a fence is longer than any in the text', () => {
  const request = 'a\n`````js\ncode\n`````\n```';
  expect(text({ request })).toContain(`\`\`\`\`\`\`text\n${request}\n\`\`\`\`\`\`\n`);
});

it('every line of an answer is quoted, so that nothing it opens goes on behind it', () => {
  expect(text({ answer: '```\nopen\n\n# no heading of ours' })).toContain(
    '> ```\n> open\n>\n> # no heading of ours\n',
  );
});

it('nothing in it acts on a terminal', () => {
  const told = text({ request: 'a\u001b[31mb', answer: '\u001b]0;t\u0007c' });
  expect(['\u001b', '\u0007'].filter((sign) => told.includes(sign))).toEqual([]);
});

it('details are counted, and written out where they are wanted', () => {
  const details = [
    { sourceId: 't', kind: 'tool_output' as const, toolName: 'Ba`sh', input: 'ls', output: '```' },
  ];
  expect(text({ details })).toContain('\n*1 detail*\n');
  expect(text({ details }, true)).toContain(
    '\n**`` Ba`sh `` (tool_output)**\n\n```text\nls\n```\n\n````text\n```\n````\n',
  );
});

it.for([
  [
    { state: 'interrupted', answer: null } as const,
    /\(interrupted\)\n[\s\S]*\*\*Assistant\*\*: no answer/,
  ],
  [{ request: '', answer: null } as const, /\*\*Summary\*\*\n\n> why\?/],
  [{ prunedAt: 0 } as const, /Details were pruned /],
] as const)('a turn with %j is told as such', ([rest, expected]) => {
  expect(text(rest)).toMatch(expected);
});
