import { createHash } from 'node:crypto';

/*
 * Apple's formats: <mach-o/loader.h> for load commands (little endian here), and
 * https://github.com/apple-oss-distributions/xnu/blob/main/osfmk/kern/cs_blobs.h for the signature
 * (always big endian).
 */
const MAGIC_64 = 0xfeedfacf;
const CPU_ARM64 = 0x0100000c;
const HEADER_BYTES = 32;
const LC_SEGMENT_64 = 0x19;
const LC_CODE_SIGNATURE = 0x1d;
const ZERO_FILL_SECTIONS: readonly number[] = [1, 12, 18];
const PAGE = 4096;
const HASH_BYTES = 32;
const SUPER_BLOB_BYTES = 20;
const DIRECTORY_BYTES = 88;

interface Segment {
  readonly name: string;
  /** Where its load command begins. */
  readonly command: number;
  readonly start: number;
  readonly end: number;
  /** Where its first section's bytes begin; Infinity without one. */
  readonly firstSection: number;
}

/**
 * A copy of a 64-bit, single-architecture Mach-O file with the signature that Apple's linker would
 * give it (no certificate). Apple silicon starts nothing without one. The same input gives the
 * same bytes.
 * @param identifier name inside the signature, ASCII
 * @throws when the file is already signed, of another kind, or has no room for the load command
 */
export function signAdHoc(file: Uint8Array, identifier: string): Buffer {
  const image = Buffer.from(file);
  const segments = readSegments(image);
  const text = segmentNamed(segments, '__TEXT');
  const linkEdit = segmentNamed(segments, '__LINKEDIT');
  if (segments.some(({ end }) => end > linkEdit.end) || image.length > linkEdit.end) {
    throw new Error('__LINKEDIT is not the end of the file');
  }
  const limit = roundUp(linkEdit.end, 16);
  const directoryBytes =
    DIRECTORY_BYTES + identifier.length + 1 + Math.ceil(limit / PAGE) * HASH_BYTES;
  const signatureBytes = roundUp(SUPER_BLOB_BYTES + directoryBytes, 16);
  addSignatureCommand(image, segments, limit, signatureBytes);
  resizeLinkEdit(image, linkEdit, limit + signatureBytes);

  const signed = Buffer.alloc(limit + signatureBytes);
  image.copy(signed);
  writeSuperBlob(signed.subarray(limit), directoryBytes);
  const directory = signed.subarray(limit + SUPER_BLOB_BYTES);
  writeDirectory(directory, { identifier, limit, length: directoryBytes, text });
  writePageHashes(signed.subarray(0, limit), directory.subarray(directory.readUInt32BE(16)));
  return signed;
}

function readSegments(image: Buffer): Segment[] {
  if (image.readUInt32LE(0) !== MAGIC_64) throw new Error('not a 64-bit Mach-O file');
  const segments: Segment[] = [];
  let offset = HEADER_BYTES;
  for (let left = image.readUInt32LE(16); left > 0; left--) {
    const kind = image.readUInt32LE(offset);
    if (kind === LC_CODE_SIGNATURE) throw new Error('already signed');
    if (kind === LC_SEGMENT_64) segments.push(readSegment(image, offset));
    offset += image.readUInt32LE(offset + 4);
  }
  return segments;
}

function readSegment(image: Buffer, command: number): Segment {
  const start = Number(image.readBigUInt64LE(command + 40));
  let firstSection = Number.POSITIVE_INFINITY;
  for (let left = image.readUInt32LE(command + 64), at = command + 72; left > 0; left--, at += 80) {
    const filled = !ZERO_FILL_SECTIONS.includes(image.readUInt32LE(at + 64) & 0xff);
    const position = image.readUInt32LE(at + 48);
    if (filled && position > 0) firstSection = Math.min(firstSection, position);
  }
  return {
    name: image.toString('latin1', command + 8, command + 24).replace(/\0.*$/, ''),
    command,
    start,
    end: start + Number(image.readBigUInt64LE(command + 48)),
    firstSection,
  };
}

function segmentNamed(segments: readonly Segment[], name: string): Segment {
  const segment = segments.find((candidate) => candidate.name === name);
  if (!segment) throw new Error(`no segment ${name}`);
  return segment;
}

function addSignatureCommand(
  image: Buffer,
  segments: readonly Segment[],
  position: number,
  length: number,
): void {
  const commandBytes = image.readUInt32LE(20);
  const command = HEADER_BYTES + commandBytes;
  if (segments.some(({ firstSection }) => firstSection < command + 16)) {
    throw new Error('no room for a load command');
  }
  for (const [index, word] of [LC_CODE_SIGNATURE, 16, position, length].entries()) {
    image.writeUInt32LE(word, command + index * 4);
  }
  image.writeUInt32LE(image.readUInt32LE(16) + 1, 16);
  image.writeUInt32LE(commandBytes + 16, 20);
}

/** The signature lies in __LINKEDIT, whose size in memory counts in the processor's pages. */
function resizeLinkEdit(image: Buffer, { command, start }: Segment, end: number): void {
  const memoryPage = image.readUInt32LE(4) === CPU_ARM64 ? 0x4000 : 0x1000;
  image.writeBigUInt64LE(BigInt(roundUp(end - start, memoryPage)), command + 32);
  image.writeBigUInt64LE(BigInt(end - start), command + 48);
}

/** CS_SuperBlob with one entry: the code directory. */
function writeSuperBlob(signature: Buffer, directoryBytes: number): void {
  const words = [0xfade0cc0, SUPER_BLOB_BYTES + directoryBytes, 1, 0, SUPER_BLOB_BYTES];
  for (const [index, word] of words.entries()) signature.writeUInt32BE(word, index * 4);
}

/** CS_CodeDirectory 2.4 for a main executable; flags: ad hoc, made by the linker. */
function writeDirectory(
  directory: Buffer,
  facts: {
    readonly identifier: string;
    readonly limit: number;
    readonly length: number;
    readonly text: Segment;
  },
): void {
  const hashes = DIRECTORY_BYTES + facts.identifier.length + 1;
  const pages = Math.ceil(facts.limit / PAGE);
  const words = [0xfade0c02, facts.length, 0x20400, 0x20002, hashes, DIRECTORY_BYTES, 0];
  for (const [index, word] of [...words, pages, facts.limit].entries()) {
    directory.writeUInt32BE(word, index * 4);
  }
  // Hash size, hash kind (2: SHA-256), platform, log2 of the page.
  directory.set([HASH_BYTES, 2, 0, Math.log2(PAGE)], 36);
  directory.writeBigUInt64BE(BigInt(facts.text.start), 64);
  directory.writeBigUInt64BE(BigInt(facts.text.end - facts.text.start), 72);
  directory.writeBigUInt64BE(1n, 80);
  directory.write(facts.identifier, DIRECTORY_BYTES, 'latin1');
}

function writePageHashes(code: Buffer, slots: Buffer): void {
  for (let page = 0; page * PAGE < code.length; page++) {
    const bytes = code.subarray(page * PAGE, (page + 1) * PAGE);
    slots.set(createHash('sha256').update(bytes).digest(), page * HASH_BYTES);
  }
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;
