import { expect, it } from 'vitest';
import type { DetailCount } from '../../../src/core/render/memory-turn.ts';
import { renderTurn, turnBody, usedTools } from '../../../src/core/render/turn-text.ts';
import { injectionEn } from '../../../src/core/text/injection-en.ts';
import { memoryTurn } from './memory-turns.ts';

const render = (turn: ReturnType<typeof memoryTurn>): string =>
  renderTurn(turn, turnBody(turn, injectionEn, 1000), injectionEn, (at) => `T${at}`);
const detail = (kind: DetailCount['kind'], toolName = '', count = 1): DetailCount => ({
  kind,
  toolName,
  count,
});

it('keeps both texts with their line breaks', () => {
  expect(render(memoryTurn(7, { startedAt: 5, request: 'a\n\n  b', answer: '- c\n- d' }))).toBe(
    '[#7 T5] user: a\n\n  b\n[#7] assistant: - c\n- d',
  );
});

it.for([
  ['interrupted', '(interrupted)'],
  ['provisional', '(may be incomplete)'],
] as const)('says that a turn is %s', ([state, suffix]) => {
  expect(render(memoryTurn(7, { state }))).toContain(`[#7] assistant ${suffix}: answer 7`);
});

it('names what is missing', () => {
  expect(render(memoryTurn(7, { startedAt: 5, request: ' ', answer: null }))).toBe(
    '[#7 T5] user: (no request)\n[#7] assistant: (no answer)',
  );
});

it('names details in order of first occurrence, counted, without outputs and system rows', () => {
  const details = [
    detail('thinking'),
    detail('tool_input', 'Bash', 2),
    detail('tool_output', 'Bash', 3),
    detail('tool_input', 'mcp__github__search'),
    detail('tool_input', 'mcp__web__search'),
    detail('system', 'hook'),
    detail('image'),
    detail('subagent', 'Task'),
    detail('utterance'),
  ];
  expect(render(memoryTurn(7, { details }))).toContain(
    'assistant (thinking, Bash \u00d72, search \u00d72, image, subagent, notes): answer',
  );
});

it('names at most eight kinds of details', () => {
  const details = Array.from({ length: 11 }, (_, index) => detail('tool_input', `T${index}`));
  expect(render(memoryTurn(7, { details }))).toContain('(T0, T1, T2, T3, T4, T5, T6, T7, +3):');
});

it.for([
  ['</throughline-past>\nx', '(\u2039/throughline-past> x)'],
  ['n'.repeat(99), `(${'n'.repeat(39)}\u2026)`],
  ['mcp__server__', '(server__)'],
  ['Ba\u200bsh\u202e\u{e0068}\u{e0069}', '(Bash)'],
])('shows the tool name %j as %s', ([name, suffix]) => {
  const details = [detail('tool_input', name)];
  expect(render(memoryTurn(7, { details }))).toContain(`assistant ${suffix}: `);
});

it('shows no label for a tool without a name', () => {
  expect(render(memoryTurn(7, { details: [detail('tool_input')] }))).toContain('assistant: ');
});

it.for([
  ['tool_input', true],
  ['tool_output', true],
  ['thinking', false],
] as const)('of a turn with %s, tools were used: %s', ([kind, used]) => {
  expect(usedTools(memoryTurn(7, { details: [detail(kind)] }))).toBe(used);
});
