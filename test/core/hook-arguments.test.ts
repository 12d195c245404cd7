import { expect, it } from 'vitest';
import { commandWord, hookArguments } from '../../src/core/hook-arguments.ts';

it.for([
  [['process-turn'], { host: undefined, dataDirectory: undefined }],
  [['process-turn', '--host', 'claude'], { host: 'claude', dataDirectory: undefined }],
  [['process-turn', '--data-dir=/a b', '--host=codex'], { host: 'codex', dataDirectory: '/a b' }],
  [['process-turn', '--later-flag', '--data-dir', '/d'], { host: undefined, dataDirectory: '/d' }],
  [['process-turn', '--host'], { host: undefined, dataDirectory: undefined }],
] as const)('reads %j', ([argv, expected]) => {
  expect(hookArguments(argv)).toEqual(expected);
});

it.for([
  [['status', '--json'], 'status'],
  [['--data-dir', '/d', 'status'], 'status'],
  [['--data-dir'], ''],
  [[], ''],
] as const)('the command of %j is "%s"', ([argv, word]) => {
  expect(commandWord(argv)).toBe(word);
});
