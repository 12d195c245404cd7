import { expect, it } from 'vitest';
import { movedPath } from '../../src/core/moved-path.ts';

it.for([
  ['/old/app', '/new/app'],
  ['/old/app/src', '/new/app/src'],
  ['/old/app-feat', '/old/app-feat'],
  ['/elsewhere', '/elsewhere'],
  ['', ''],
] as const)('%j is %j after /old/app became /new/app', ([path, moved]) => {
  expect(movedPath(path, '/old/app', '/new/app')).toBe(moved);
});

it('a path of Windows is below with its own separator', () => {
  expect(movedPath('D:\\old\\src', 'D:\\old', 'D:\\new')).toBe('D:\\new\\src');
});

it('nothing is below an unknown directory', () => {
  expect(movedPath('/a', '', '/new')).toBe('/a');
});
