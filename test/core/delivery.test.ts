import { expect, it } from 'vitest';
import { compareReceived, type HookContext } from '../../src/core/delivery.ts';

const given = { mark: 'tl-1', pages: 1, characters: 600 };
const block = (attributes: string, length = 600): string => {
  const open = `<throughline-memory id="tl-1"${attributes}>`;
  const close = '</throughline-memory>';
  return `${open}${'x'.repeat(length - open.length - close.length)}${close}`;
};
const context = (text: string, cut = false): HookContext => ({ text, cut });

it('takes a block with its end and its length for whole', () => {
  expect(compareReceived([context(block(''))], given)).toBe('whole');
});

it('finds a block among the words of a host', () => {
  const text = `<system-reminder>\nContext:\n${block('')}\n</system-reminder>`;
  expect(compareReceived([context(text)], given)).toBe('whole');
});

it('takes the end of a part of it for no end', () => {
  const text = block('').replace('xxxxxxxxxxxxxxxxxxx', '</throughline-past>');
  expect(compareReceived([context(text)], given)).toBe('whole');
});

it.for([
  ['its end is gone', context(block('').slice(0, 400))],
  ['a part of it is gone', context(block('', 300))],
  ['the host says that it is a part', context(block(''), true)],
] as const)('takes a block for cut when %s', ([, text]) => {
  expect(compareReceived([text], given)).toBe('cut');
});

it('takes a text for dropped when its mark is nowhere', () => {
  expect(compareReceived([context('<throughline-memory id="tl-2">')], given)).toBe('dropped');
});

it('counts each page once', () => {
  const pages = { ...given, pages: 2, characters: 1200 };
  const [first, second] = [context(block(' page="1/2"')), context(block(' page="2/2"'))];
  expect(compareReceived([first, second], pages)).toBe('whole');
  expect(compareReceived([first, first], pages)).toBe('cut');
});
