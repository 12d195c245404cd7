import { expect, it } from 'vitest';
import { signAdHoc } from '../../build/macho-signature.ts';
import { verifySignature } from '../../build/macho-verifier.ts';
import { ARM64, machO, usual, X64 } from './mach-o.ts';

const signed = (): Buffer => signAdHoc(machO(ARM64, usual), 'a-name');
/** Where the load command of the signature, the signature and its code directory are in `signed`. */
const COMMAND = 32 + 72 + 80 + 72;
const SIGNATURE = 0x5240;
const DIRECTORY = SIGNATURE + 20;

it.for([
  ['arm64', ARM64],
  ['x64', X64],
] as const)('takes what we sign (%s)', ([, cpu]) => {
  const pages = Math.ceil(SIGNATURE / 4096);
  expect(verifySignature(signAdHoc(machO(cpu, usual), 'a-name'))).toEqual({
    identifier: 'a-name',
    isAdHoc: true,
    pages,
  });
});

it('finds one changed byte of any page, and of no other', () => {
  for (let at = 0x400; at < SIGNATURE; at += 0x3ff) {
    const file = signed();
    file[at] = (file[at] ?? 0) ^ 1;
    expect(() => verifySignature(file)).toThrow(`page ${Math.floor(at / 4096)} has`);
  }
});

it.for([
  ['another format', () => Buffer.alloc(64), /not a 64-bit Mach-O/],
  ['an unsigned file', () => machO(ARM64, usual), /not signed/],
  ['a byte behind the signature', () => Buffer.concat([signed(), Buffer.alloc(1)]), /goes on/],
  ['a signature that is cut off', () => signed().subarray(0, -16), /goes on/],
  ['no signature where one should be', () => patched(SIGNATURE, 0), /no known kind/],
  ['a certificate alone', () => patched(SIGNATURE + 12, 0x10000), /does not begin/],
  ['another blob than a code directory', () => patched(DIRECTORY, 0), /no code directory/],
  ['a code directory for less of the file', () => patched(DIRECTORY + 32, 0x5000), /signed up to/],
  ['fewer hashes than pages', () => patched(DIRECTORY + 28, 5), /pages without/],
  ['another kind of hash', () => patched(DIRECTORY + 36, 0x14010000), /SHA-256/],
  ['another __TEXT', () => patched(DIRECTORY + 76, 0x3000), /__TEXT/],
  ['what is no program', () => patched(DIRECTORY + 84, 0), /program/],
] as const)('refuses %s', ([, make, problem]) => {
  expect(() => verifySignature(make())).toThrow(problem);
});

it('refuses two signatures', () => {
  const file = signed();
  file.copy(file, COMMAND + 16, COMMAND, COMMAND + 16);
  file.writeUInt32LE(file.readUInt32LE(16) + 1, 16);
  file.writeUInt32LE(file.readUInt32LE(20) + 16, 20);
  expect(() => verifySignature(file)).toThrow(/twice/);
});

/** A signed file with one big-endian word changed. */
function patched(at: number, word: number): Buffer {
  const file = signed();
  file.writeUInt32BE(word, at);
  return file;
}
