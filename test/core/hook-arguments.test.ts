import { expect, it } from 'vitest';
import { commandWord, hookArguments } from '../../src/core/hook-arguments.ts';

it.for([
  [['process-turn'], { host: undefined, dataDirectory: undefined, page: 1 }],
  [['process-turn', '--host', 'claude'], { host: 'claude', dataDirectory: undefined, page: 1 }],
  [
    ['process-turn', '--data-dir=/a b', '--host=codex'],
    { host: 'codex', dataDirectory: '/a b', page: 1 },
  ],
  [
    ['process-turn', '--later-flag', '--data-dir', '/d'],
    { host: undefined, dataDirectory: '/d', page: 1 },
  ],
  [['process-turn', '--host'], { host: undefined, dataDirectory: undefined, page: 1 }],
  [
    ['process-turn', '--', '--data-dir', '/d'],
    { host: undefined, dataDirectory: undefined, page: 1 },
  ],
  [['prompt-submit', '--page', '2'], { host: undefined, dataDirectory: undefined, page: 2 }],
  [['prompt-submit', '--page=x'], { host: undefined, dataDirectory: undefined, page: 1 }],
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
