// network-disk.ts DIRECTORY: mounts a disk there that the system knows as sshfs, so one whose files
// are on another machine, until it is killed. It holds the file `key` (32 bytes) and refuses
// whatever would change it. Speaks FUSE (linux/fuse.h).
import { spawn } from 'node:child_process';
import { openSync, readSync, writeSync } from 'node:fs';
import process from 'node:process';
import { errorCode } from '../../../src/platform/error-code.ts';
import { pause } from '../../../src/platform/pause.ts';

const [directory = ''] = process.argv.slice(2);
const HEADER_BYTES = 40;
const [ENOENT, EROFS, ENOSYS] = [2, 30, 38];
const [ROOT, KEY] = [1n, 2n];
const KEY_BYTES = 32;
const nothing = Buffer.alloc(0);

/** What a request is answered with; a number is an error, undefined no answer at all. */
const answers: Readonly<Record<number, (request: Buffer) => Buffer | number | undefined>> = {
  1: lookUp,
  2: () => undefined, // forget
  3: (request) => Buffer.concat([Buffer.alloc(16), attributes(request.readBigUInt64LE(16))]),
  14: () => Buffer.alloc(16), // open
  15: () => Buffer.alloc(KEY_BYTES, 7), // read
  17: () => Buffer.alloc(80), // the numbers of the disk
  18: () => nothing, // release
  25: () => nothing, // flush
  26: agree,
  36: () => undefined, // interrupt
  42: () => undefined, // forget many
  52: () => ENOSYS, // statx: the system asks for the attributes instead
};

const fuse = openSync('/dev/fuse', 'r+');
const options = `fd=3,rootmode=40000,user_id=${process.getuid?.()},group_id=${process.getgid?.()}`;
const words = ['-i', '-t', 'fuse.sshfs', '-o', options, 'elsewhere:', directory];
spawn('mount', words, { stdio: ['ignore', 'inherit', 'inherit', fuse] });

const buffer = Buffer.alloc(1 << 18);
for (;;) {
  const request = nextRequest();
  const answer = answers[request.readUInt32LE(4)] ?? (() => EROFS);
  reply(request, answer(request));
}

function nextRequest(): Buffer {
  for (;;) {
    try {
      return buffer.subarray(0, readSync(fuse, buffer));
    } catch (error) {
      if (errorCode(error) !== 'EPERM') throw error;
      pause(5); // not mounted yet
    }
  }
}

function reply(request: Buffer, answer: Buffer | number | undefined): void {
  if (answer === undefined) return;
  const [error, body] = typeof answer === 'number' ? [answer, nothing] : [0, answer];
  const header = Buffer.alloc(16);
  header.writeUInt32LE(header.length + body.length, 0);
  header.writeInt32LE(-error, 4);
  request.copy(header, 8, 8, 16); // which request it was
  writeSync(fuse, Buffer.concat([header, body]));
}

/** The first request of all. */
function agree(request: Buffer): Buffer {
  const body = Buffer.alloc(64);
  body.writeUInt32LE(7, 0);
  body.writeUInt32LE(Math.min(31, request.readUInt32LE(HEADER_BYTES + 4)), 4);
  body.writeUInt32LE(4096, 20); // largest write
  process.stdout.write('mounted\n');
  return body;
}

function lookUp(request: Buffer): Buffer | number {
  if (request.toString('latin1', HEADER_BYTES) !== 'key\0') return ENOENT;
  const entry = Buffer.alloc(40);
  entry.writeBigUInt64LE(KEY, 0);
  return Buffer.concat([entry, attributes(KEY)]);
}

function attributes(node: bigint): Buffer {
  const body = Buffer.alloc(88);
  body.writeBigUInt64LE(node, 0);
  if (node === KEY) body.writeBigUInt64LE(BigInt(KEY_BYTES), 8);
  body.writeUInt32LE(node === ROOT ? 0o40_700 : 0o100_600, 60);
  body.writeUInt32LE(1, 64); // links
  return body;
}
