import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { stripElf } from '../../build/elf-strip.ts';
import { signAdHoc } from '../../build/macho-signature.ts';
import { checkStructure } from '../../build/smoke/structure.ts';
import { selectTargets, type Target } from '../../build/targets.ts';
import { elf, usual as usualElf } from './elf.ts';
import { ARM64, machO, usual as usualMachO } from './mach-o.ts';

/** How the runtime is told that a program is inside: the last digit. */
const fuse = (isSet: boolean): Buffer =>
  Buffer.from(`NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2:${isSet ? 1 : 0}`);

const withFuse = (file: Buffer, at: number, isSet = true): Buffer => {
  fuse(isSet).copy(file, at);
  return file;
};

function portable(machine: number): Buffer {
  const file = Buffer.alloc(0x400);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(0x80, 0x3c);
  file.write('PE\0\0', 0x80, 'latin1');
  file.writeUInt16LE(machine, 0x84);
  file.writeUInt16LE(0x20b, 0x98);
  return file;
}

const linux = (): Buffer => withFuse(elf(usualElf), 0x110);
const macOS = (isSet = true): Buffer =>
  signAdHoc(withFuse(machO(ARM64, usualMachO), 0x1000, isSet), 'a-name');
const windows = (machine: number): Buffer => withFuse(portable(machine), 0x200);

async function check(file: Buffer, id: string): Promise<string> {
  await using fixture = await createFixture({ executable: file });
  return checkStructure(fixture.getPath('executable'), ...(selectTargets(id) as [Target]));
}

it.for([
  ['linux-x64', stripElf(linux()), /ELF for x64/],
  ['macos-arm64', macOS(), /ad-hoc signature, .* all 6 pages/],
  ['win-x64', windows(0x8664), /PE for x64/],
  ['win-arm64', windows(0xaa64), /PE for arm64/],
] as const)('takes what is right for %s, and says what it saw', async ([id, file, found]) => {
  expect(await check(file, id)).toMatch(found);
});

it.for([
  ['linux-x64', 'symbols', linux(), /symbols/],
  ['linux-arm64', 'another processor', stripElf(linux()), /another processor/],
  ['macos-x64', 'another processor', macOS(), /another processor/],
  ['win-x64', 'another processor', windows(0xaa64), /another processor/],
  ['win-x64', 'another system', stripElf(linux()), /no program of Windows/],
  ['linux-x64', 'another system', windows(0x8664), /not a 64-bit ELF/],
  ['macos-arm64', 'an unsigned file', withFuse(machO(ARM64, usualMachO), 0x1000), /not signed/],
  ['macos-arm64', 'a runtime with nothing inside', macOS(false), /no program is inside/],
  ['win-x64', 'a file without a mark for it', portable(0x8664), /no program is inside/],
] as const)('refuses for %s %s', async ([id, , file, problem]) => {
  await expect(check(file, id)).rejects.toThrow(problem);
});
