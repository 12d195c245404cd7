import { chmodSync, mkdirSync, statSync } from 'node:fs';
import process from 'node:process';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { closeToOthers, ownerOnly } from '../../src/platform/private-rights.ts';

const modeOf = (path: string): number => statSync(path).mode & 0o777;

async function directory(mode: number, name?: string) {
  const place = await createFixture({});
  mkdirSync(place.getPath(name === undefined ? 'data' : `data/${name}`), { recursive: true });
  const path = place.getPath('data');
  chmodSync(path, mode);
  return Object.assign(place, { data: path });
}

describe.skipIf(process.platform === 'win32')('a data directory', () => {
  it.for([undefined, 'run', 'lost+found'])('with %s is made its owner’s alone', async (name) => {
    await using place = await directory(0o755, name);
    expect(closeToOthers(place.data)).toBe(true);
    expect(modeOf(place.data)).toBe(0o700);
    expect(closeToOthers(place.data)).toBe(false);
  });

  it('with files of others stays as it is', async () => {
    await using place = await directory(0o755, 'photos');
    expect(closeToOthers(place.data)).toBe(false);
    expect(modeOf(place.data)).toBe(0o755);
  });

  it('that is not there is not made', async () => {
    await using place = await directory(0o755);
    expect(closeToOthers(`${place.data}/none`)).toBe(false);
  });
});

it.for([
  ['DESKTOP', 'DESKTOP\\Jane Doe'],
  [undefined, 'Jane Doe'],
] as const)('on Windows is given to its user once, in the domain %s', ([domain, owner]) => {
  const names = { systemRoot: 'C:\\Windows', domain, user: 'Jane Doe' };
  expect(ownerOnly('D:\\my data', names)).toEqual([
    'C:\\Windows\\System32\\icacls.exe',
    'D:\\my data',
    '/inheritance:r',
    '/grant:r',
    `${owner}:(OI)(CI)F`,
    '*S-1-5-18:(OI)(CI)F',
    '*S-1-5-32-544:(OI)(CI)F',
    '/Q',
  ]);
});
