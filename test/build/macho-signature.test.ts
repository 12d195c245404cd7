import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { signAdHoc } from '../../build/macho-signature.ts';
import { ARM64, machO, usual, X64 } from './mach-o.ts';

/** Reads a signed file as the kernel does: from the last load command on. */
function readSignature(file: Buffer) {
  const command = 32 + file.readUInt32LE(20) - 16;
  const position = file.readUInt32LE(command + 8);
  const blob = file.subarray(position, position + file.readUInt32LE(command + 12));
  const directory = blob.subarray(blob.readUInt32BE(16));
  const limit = directory.readUInt32BE(32);
  const slots = directory.subarray(directory.readUInt32BE(16));
  const pages = directory.readUInt32BE(28);
  const identifierAt = directory.readUInt32BE(20);
  return {
    command: file.readUInt32LE(command),
    magics: [blob.readUInt32BE(0), directory.readUInt32BE(0)],
    flags: directory.readUInt32BE(12),
    identifier: directory.toString('latin1', identifierAt, directory.indexOf(0, identifierAt)),
    limit,
    position,
    end: position + blob.length,
    badPages: Array.from({ length: pages }, (_, page) => page).filter((page) => {
      const bytes = file.subarray(page * 4096, Math.min((page + 1) * 4096, limit));
      const hash = createHash('sha256').update(bytes).digest();
      return !hash.equals(slots.subarray(page * 32, page * 32 + 32));
    }),
    pages,
  };
}

it.for([
  ['arm64', ARM64],
  ['x64', X64],
] as const)('hashes every page up to the signature (%s)', ([, cpu]) => {
  const signature = readSignature(signAdHoc(machO(cpu, usual), 'a-name'));
  expect(signature).toMatchObject({
    pages: Math.ceil(0x5240 / 4096),
    limit: 0x5240,
    position: 0x5240,
    badPages: [],
  });
});

it('is ad hoc, made by the linker, and carries the identifier', () => {
  expect(readSignature(signAdHoc(machO(ARM64, usual), 'a-name'))).toMatchObject({
    command: 0x1d,
    magics: [0xfade0cc0, 0xfade0c02],
    flags: 0x20002,
    identifier: 'a-name',
  });
});

it('ends the file and __LINKEDIT with the signature', () => {
  const file = signAdHoc(machO(ARM64, usual), 'a-name');
  const linkEdit = 32 + 72 + 80;
  const end = Number(file.readBigUInt64LE(linkEdit + 40) + file.readBigUInt64LE(linkEdit + 48));
  expect([readSignature(file).end, end]).toEqual([file.length, file.length]);
});

it.for([
  ['arm64', ARM64, 0x4000n],
  ['x64', X64, 0x2000n],
] as const)('gives __LINKEDIT whole pages of memory (%s)', ([, cpu, size]) => {
  const file = signAdHoc(machO(cpu, usual), 'a-name');
  expect(file.readBigUInt64LE(32 + 72 + 80 + 32)).toBe(size);
});

it('changes nothing in the file but the header, __LINKEDIT and the end', () => {
  const before = machO(ARM64, usual);
  const after = signAdHoc(before, 'a-name');
  expect(after.subarray(0x400, before.length)).toEqual(before.subarray(0x400));
});

it.for([
  ['another format', Buffer.alloc(64), /not a 64-bit Mach-O/],
  ['a signed file', machO(ARM64, usual, 0x1d), /already signed/],
  [
    'a file whose header is full',
    machO(ARM64, [{ name: '__TEXT', start: 0, size: 0x4000, section: 0x108 }, ...usual.slice(1)]),
    /no room/,
  ],
  ['a file without __LINKEDIT', machO(ARM64, usual.slice(0, 1)), /no segment __LINKEDIT/],
  [
    'a file in which something follows __LINKEDIT',
    machO(ARM64, [...usual, { name: 'NODE_SEA', start: 0x6000, size: 0x1000 }]),
    /not the end/,
  ],
] as const)('refuses %s', ([, file, message]) => {
  expect(() => signAdHoc(file, 'a-name')).toThrow(message);
});
