import { expect, it } from 'vitest';
import { printable } from '../../src/core/printable.ts';

const ESC = '\u001b';

it.for([
  ['a colour', `${ESC}[31mred${ESC}[0m`, 'red'],
  ['a title', `${ESC}]0;owned\u0007x`, 'x'],
  ['a link', `${ESC}]8;;http://h${ESC}\\label${ESC}]8;;${ESC}\\`, 'label'],
  ['a device string that never ends', `${ESC}Pabc`, ''],
  ['a charset switch', `${ESC}(B ok`, ' ok'],
  ['a lone escape', `a${ESC}`, 'a'],
  ['control characters, C1 included', 'a\u0000\u0008\u009bb\u007f', 'ab'],
  ['line ends of Windows', 'a\r\nb', 'a\nb'],
  ['a carriage return that hides text', 'safe\revil', 'safeevil'],
  ['a lone surrogate', 'a\ud800', 'a\ufffd'],
] as const)('takes away %s', ([, text, expected]) => {
  expect(printable(text)).toBe(expected);
});

it('keeps tabs, line ends and every other character', () => {
  expect(printable('a\tb\n日本語 🚀')).toBe('a\tb\n日本語 🚀');
});
