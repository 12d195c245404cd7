import { createHash } from 'node:crypto';

/*
 * Reads what `signAdHoc` writes, and Apple's own signatures, as the kernel does:
 * https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/kern/cs_blobs.h and
 * bsd/kern/ubc_subr.c there. Shares no code with the signer, so that no mistake is made twice.
 */
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const SUPER_BLOB = 0xfade0cc0;
const CODE_DIRECTORY = 0xfade0c02;
const AD_HOC = 0x2;
const SHA_256 = 2;
const HASH_BYTES = 32;
const MAIN_BINARY = 1n;

interface Signature {
  readonly identifier: string;
  readonly isAdHoc: boolean;
  /** Pages that were hashed. */
  readonly pages: number;
}

interface Layout {
  readonly text: { readonly start: number; readonly size: number };
  /** Of __LINKEDIT in the file. */
  readonly linkEditEnd: number;
  readonly signature: { readonly start: number; readonly end: number };
}

/**
 * Verifies the signature of a 64-bit, single-architecture Mach-O file: each page's hash, and that
 * nothing of the file is outside of what is signed.
 * @throws saying what is wrong
 */
export function verifySignature(file: Uint8Array): Signature {
  const image = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { text, linkEditEnd, signature } = readLayout(image);
  const { start, end } = signature;
  demand(
    end === image.length && linkEditEnd === image.length,
    'the file goes on behind what is signed',
  );
  const directory = codeDirectory(image.subarray(start, end));
  const [flags, , identifierAt, , pages, limit] = [12, 16, 20, 24, 28, 32].map((at) =>
    directory.readUInt32BE(at),
  ) as [number, number, number, number, number, number];
  demand(limit === start, `signed up to ${limit}, the signature begins at ${start}`);
  demand(directory[36] === HASH_BYTES && directory[37] === SHA_256, 'not hashed with SHA-256');
  const executable = {
    start: directory.readBigUInt64BE(64),
    size: directory.readBigUInt64BE(72),
    flags: directory.readBigUInt64BE(80),
  };
  demand(
    executable.start === BigInt(text.start) && executable.size === BigInt(text.size),
    'the signature speaks of another __TEXT',
  );
  demand((executable.flags & MAIN_BINARY) !== 0n, 'not signed as a program');
  verifyPages(image.subarray(0, limit), directory, pages);
  return {
    identifier: directory.toString('latin1', identifierAt, directory.indexOf(0, identifierAt)),
    isAdHoc: (flags & AD_HOC) !== 0,
    pages,
  };
}

function readLayout(image: Buffer): Layout {
  const commands = loadCommands(image);
  const segments = commands.filter((command) => command.readUInt32LE(0) === LC_SEGMENT_64);
  const [text, linkEdit] = ['__TEXT', '__LINKEDIT'].map((name) => {
    const found = segments.find((command) =>
      command.toString('latin1', 8, 24).startsWith(`${name}\0`),
    );
    if (!found) throw new Error(`no segment ${name}`);
    return { start: Number(found.readBigUInt64LE(40)), size: Number(found.readBigUInt64LE(48)) };
  }) as [Layout['text'], Layout['text']];
  const [signature, second] = commands.filter(
    (command) => command.readUInt32LE(0) === LC_CODE_SIGNATURE,
  );
  if (!signature || second) throw new Error(second ? 'signed twice' : 'not signed');
  const start = signature.readUInt32LE(8);
  return {
    text,
    linkEditEnd: linkEdit.start + linkEdit.size,
    signature: { start, end: start + signature.readUInt32LE(12) },
  };
}

function loadCommands(image: Buffer): readonly Buffer[] {
  demand(image.length > 32 && image.readUInt32LE(0) === 0xfeedfacf, 'not a 64-bit Mach-O file');
  const commands: Buffer[] = [];
  let at = 32;
  for (let left = image.readUInt32LE(16); left > 0; left--) {
    commands.push(image.subarray(at, at + image.readUInt32LE(at + 4)));
    at += image.readUInt32LE(at + 4);
  }
  demand(at === 32 + image.readUInt32LE(20), 'the load commands have another length');
  return commands;
}

/** The first entry of the signature is it; a certificate's and others follow. */
function codeDirectory(blob: Buffer): Buffer {
  demand(blob.readUInt32BE(0) === SUPER_BLOB, 'the signature is of no known kind');
  demand(blob.readUInt32BE(4) <= blob.length, 'the signature is cut off');
  demand(blob.readUInt32BE(12) === 0, 'the signature does not begin with its code directory');
  const found = blob.subarray(blob.readUInt32BE(16));
  demand(found.readUInt32BE(0) === CODE_DIRECTORY, 'the signature has no code directory');
  return found.subarray(0, found.readUInt32BE(4));
}

function verifyPages(code: Buffer, directory: Buffer, pages: number): void {
  const size = 2 ** (directory[39] ?? 0);
  demand(pages === Math.ceil(code.length / size), 'pages without a hash');
  const hashes = directory.subarray(directory.readUInt32BE(16));
  for (let page = 0; page < pages; page++) {
    const bytes = code.subarray(page * size, (page + 1) * size);
    const expected = hashes.subarray(page * HASH_BYTES, (page + 1) * HASH_BYTES);
    const hash = createHash('sha256').update(bytes).digest();
    demand(hash.equals(expected), `page ${page} has another hash`);
  }
}

function demand(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}
