import { describe, expect, it } from 'vitest';
import { handoffMark } from '../../src/core/auto-handoff.ts';
import { type HandoffTitleSource, handoffTitle } from '../../src/core/handoff-title.ts';

const ID = '9f0c1c0e-4a5b-4c6d-8e7f-0123456789ab';

const titleOf = (source: Partial<HandoffTitleSource>): string =>
  handoffTitle({ folder: 'shop', title: null, request: null, language: 'en', ...source });

describe('the title of a successor', () => {
  it.for<[string, Partial<HandoffTitleSource>, string]>([
    ['by its title', { title: 'Fix cart', request: 'fix it' }, 'shop | Fix cart (auto-handoff)'],
    ['by its request', { request: 'fix it\nnow' }, 'shop | fix it (auto-handoff)'],
    ['by its request, the title blank', { title: ' \n', request: 'a' }, 'shop | a (auto-handoff)'],
    ['by its folder alone', {}, 'shop (auto-handoff)'],
    ['in Japanese', { title: '修正', language: 'ja' }, 'shop｜修正（自動引き継ぎ）'],
    ['in Japanese, by its folder', { language: 'ja' }, 'shop（自動引き継ぎ）'],
    ['by the last part of a path', { folder: '/home/me/shop/' }, 'shop (auto-handoff)'],
    ['by the last part of a Windows path', { folder: 'C:\\me\\shop' }, 'shop (auto-handoff)'],
    ['without any folder', { folder: '/', title: 'a' }, 'a (auto-handoff)'],
    [
      'on one line that no terminal and no shell takes for more',
      { title: '\n fix\t the "cart"\u001b[31m \u202e now' },
      'shop | fix the cart [31m now (auto-handoff)',
    ],
    [
      'by no instruction of ours',
      { title: handoffMark(ID), request: `${handoffMark(ID)}\nGo on.` },
      'shop (auto-handoff)',
    ],
  ])('names the conversation %s', ([, source, expected]) => {
    expect(titleOf(source)).toBe(expected);
  });

  it('keeps forty code points of a long summary, whole ones', () => {
    expect(titleOf({ title: '🛒'.repeat(41) })).toBe(`shop | ${'🛒'.repeat(39)}… (auto-handoff)`);
    expect(titleOf({ title: '🛒'.repeat(40) })).toBe(`shop | ${'🛒'.repeat(40)} (auto-handoff)`);
  });

  it.for([
    'shop | Fix cart (auto-handoff)',
    'shop｜Fix cart（自動引き継ぎ）',
    '【引き継ぎ済み】shop｜Fix cart（自動引き継ぎ）',
    '【引き継ぎ済み】Fix cart',
    'old-place | Fix cart (auto-handoff)',
    'shop | shop｜Fix cart（自動引き継ぎ） (auto-handoff)',
    'Fix cart (auto-handoff)',
  ])('takes from a title of before only what it is about: %s', (title) => {
    expect(titleOf({ title })).toBe('shop | Fix cart (auto-handoff)');
    expect(titleOf({ title, language: 'ja' })).toBe('shop｜Fix cart（自動引き継ぎ）');
  });

  it.for<Partial<HandoffTitleSource>>([
    { title: 'Fix cart' },
    { request: 'x'.repeat(100) },
    { folder: 'a | b', title: 'c | d' },
    { folder: 'a｜b', title: 'c｜d', language: 'ja' },
    { folder: 'shop' },
  ])('is the same after any number of handoffs: %o', (source) => {
    const first = titleOf(source);
    expect(titleOf({ ...source, title: titleOf({ ...source, title: first }) })).toBe(first);
  });
});
