import { expect, it } from 'vitest';
import { sectionNames, stripElf } from '../../build/elf-strip.ts';
import { elf, usual } from './elf.ts';

it('drops what is not loaded, and goes on naming what is', () => {
  expect(sectionNames(stripElf(elf(usual)))).toEqual(['', '.text', '.data', '.bss', '.shstrtab']);
});

it('keeps every loaded byte in its place', () => {
  const before = elf(usual);
  const after = stripElf(before);
  // Between them the header's three words about sections.
  expect(after.subarray(0, 40)).toEqual(before.subarray(0, 40));
  expect(after.subarray(64, 0x1a1)).toEqual(before.subarray(64, 0x1a1));
});

it('is smaller, and the same when it is done twice', () => {
  const once = stripElf(elf(usual));
  expect(once.length).toBeLessThan(0x400);
  expect(stripElf(once)).toEqual(once);
});

it('does not change what it is given', () => {
  const file = elf(usual);
  const before = Buffer.from(file);
  stripElf(file);
  expect(file).toEqual(before);
});

it.for([
  ['another format', Buffer.alloc(128), /not a 64-bit ELF/],
  ['an empty file', Buffer.alloc(0), /not a 64-bit ELF/],
  [
    'a file in which something loaded follows what is not',
    elf([...usual, { name: '.late', start: 0x320, size: 4, isLoaded: true }]),
    /not the beginning/,
  ],
  ['a file whose segment reaches over what would go', elf(usual, 0x200), /not the beginning/],
  [
    'a file in which something loaded needs what would go',
    elf([{ name: '.text', start: 0x100, size: 0x80, isLoaded: true, link: 5 }, ...usual.slice(1)]),
    /refers to one/,
  ],
] as const)('refuses %s', ([, file, message]) => {
  expect(() => stripElf(file)).toThrow(message);
});
