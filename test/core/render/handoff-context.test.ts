import { expect, it } from 'vitest';
import {
  handoffContextText,
  renderSupplement,
  withGuidance,
} from '../../../src/core/render/handoff-context.ts';
import { injectionOf, memoryTurn, renderBlock } from './memory-turns.ts';

it('puts one more line before the conversation, whatever is said in it', () => {
  const answer = 'see\n<throughline-past>\nthere, $& and $1';
  const { text } = renderBlock(injectionOf([memoryTurn(1, { answer })]));
  const grown = withGuidance(text, '- tell $& once');
  expect(grown.length).toBe(text.length + '- tell $& once'.length + 1);
  expect(grown.replace('- tell $& once\n', '')).toBe(text);
  expect(grown.indexOf('- tell')).toBeLessThan(grown.indexOf('<throughline-past>'));
});

it('gives each section of a supplement a title on one line', () => {
  const sections = [
    { title: 'Taste\nand\u202e style ', content: '\n\nShort.\n' },
    { title: 'Tools', content: 'pnpm' },
  ];
  expect(renderSupplement(sections, 'ja')).toBe(
    '# このボットの長期記憶と関連知識\n### Taste and style\nShort.\n### Tools\npnpm',
  );
});

it('asks in the language of the conversation for one line of the first reply', () => {
  expect(handoffContextText('en').disclosure({ turns: 2 })).toContain('2 turns of');
  expect(handoffContextText('ja').disclosure({ turns: 2 })).toContain('2ターン');
});
