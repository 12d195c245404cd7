import { expect, it } from 'vitest';
import {
  isWindowsCommand,
  powershellCommand,
  splitWindowsWords,
  windowsCommand,
} from '../../src/core/windows-command.ts';

const PLAIN = ['C:\\Users\\jane\\.throughline\\bin\\x.exe', 'process-turn', '--host', 'grok'];
const BLANK = ['C:\\Users\\Jane Doe\\x.exe', 'process-turn'];
const ODD = ["C:\\Users\\O'Neill & Co\\x.exe", 'process-turn', '--data-dir', 'D:\\my data'];

it.for([
  [PLAIN, 'C:/Users/jane/.throughline/bin/x.exe process-turn --host grok'],
  [BLANK, "& 'C:/Users/Jane Doe/x.exe' process-turn"],
  [ODD, "& 'C:/Users/O''Neill & Co/x.exe' process-turn --data-dir 'D:\\my data'"],
] as const)('%j for PowerShell is %s', ([words, expected]) => {
  expect(powershellCommand(words)).toBe(expected);
});

it.for([
  [PLAIN, 'C:\\Users\\jane\\.throughline\\bin\\x.exe process-turn --host grok'],
  [['C:\\日本\\x.exe', 'process-turn'], 'C:\\日本\\x.exe process-turn'],
  [BLANK, 'cmd.exe /d /c "C:\\Users\\Jane Doe\\x.exe" process-turn'],
  [ODD, "& 'C:/Users/O''Neill & Co/x.exe' process-turn --data-dir 'D:\\my data'"],
] as const)('%j for a shell nobody knows is %s', ([words, expected]) => {
  expect(windowsCommand(words)).toBe(expected);
});

const slashed = (words: readonly string[]) => words.map((word) => word.replaceAll('\\', '/'));

it.for([PLAIN, BLANK, ODD])('the words of %j are read back', (words) => {
  for (const line of [powershellCommand(words), windowsCommand(words)]) {
    expect(isWindowsCommand(line)).toBe(true);
    expect(slashed(splitWindowsWords(line) ?? [])).toEqual(slashed(words));
  }
});

it.for([
  '/opt/x/throughline-bin process-turn',
  "'/tmp/Jane Doe/x' process-turn",
  'throughline process-turn',
])('%s is no command of Windows', (line) => {
  expect(isWindowsCommand(line)).toBe(false);
});

it.for(['C:\\x.exe a | more', 'C:\\x.exe "open', 'C:\\x.exe > log'])(
  '%s is more than a simple command',
  (line) => {
    expect(splitWindowsWords(line)).toBeNull();
  },
);
