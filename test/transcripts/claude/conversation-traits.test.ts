import { describe, expect, it } from 'vitest';
import { ConversationTraits } from '../../../src/hosts/claude/conversation-traits.ts';

const traitsOf = (...rows: readonly Readonly<Record<string, unknown>>[]) => {
  const traits = new ConversationTraits();
  for (const row of rows) traits.read(row);
  return { ...traits.settings, title: traits.title };
};
const request = (effort: unknown, querySource = 'repl_main_thread') => ({
  type: 'api-request',
  querySource,
  params: { output_config: { effort } },
});
const answer = (model: string, rest: object = {}) => ({
  type: 'assistant',
  message: { model },
  ...rest,
});
const none = { model: null, effort: null, permissionMode: null, title: null };

describe('a conversation', () => {
  it.for<[string, readonly Readonly<Record<string, unknown>>[], object]>([
    ['is told nothing of by other rows', [{ type: 'system' }, { type: 'assistant' }], {}],
    [
      'has the model of its last answer',
      [answer('claude-a'), answer('claude-b')],
      { model: 'claude-b' },
    ],
    [
      'has not the model of an error or a subagent',
      [answer('claude-a'), answer('<synthetic>'), answer('claude-b', { isSidechain: true })],
      { model: 'claude-a' },
    ],
    ['has the effort of its last request', [request('high'), request('low')], { effort: 'low' }],
    [
      'has not the effort of an errand',
      [request('high'), request('low', 'title')],
      { effort: 'high' },
    ],
    ['has no effort of another shape', [request(3), { type: 'api-request', params: null }], {}],
    [
      'has the permission mode of the last row that names one',
      [
        { type: 'permission-mode', permissionMode: 'plan' },
        { type: 'user', permissionMode: 'acceptEdits' },
      ],
      { permissionMode: 'acceptEdits' },
    ],
    [
      'is called what its user called it, whatever came later',
      [
        { type: 'custom-title', customTitle: 'mine' },
        { type: 'ai-title', aiTitle: 'its own' },
      ],
      { title: 'mine' },
    ],
    [
      'is called what the host called it',
      [{ type: 'ai-title', aiTitle: 'its own' }],
      { title: 'its own' },
    ],
  ])('%s', ([, rows, expected]) => {
    expect(traitsOf(...rows)).toEqual({ ...none, ...expected });
  });
});
