/* ELF-64, little endian: https://gabi.xinuos.com/elf/a-intro.html (chapters 2 and 3). */
const MAGIC = 0x464c457f;
const CLASS_64 = 2;
const LITTLE_ENDIAN = 1;
const SECTION_BYTES = 64;
const NO_BITS = 8;
const ALLOCATED = 2;

interface Section {
  /** Its header, 64 bytes. */
  readonly header: Buffer;
  readonly isLoaded: boolean;
  readonly start: number;
  readonly end: number;
  /** Number of the section it refers to, 0 for none. */
  readonly link: number;
}

/**
 * A copy of an executable without what is never loaded: symbols and what debuggers read. What is
 * loaded keeps its bytes and its place. The same input gives the same bytes on every machine, which
 * `strip` of one machine and another does not.
 * @throws when the file is of another kind, or what is loaded does not come first in it
 */
export function stripElf(file: Uint8Array): Buffer {
  const image = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { sections, names } = readSections(image);
  const first = sections.findIndex(({ isLoaded }, number) => number > 0 && !isLoaded);
  const kept = sections.slice(0, first);
  const end = Math.max(segmentsEnd(image), ...kept.map((section) => section.end));
  const dropped = sections.slice(first);
  if (dropped.some(({ isLoaded, start }) => isLoaded || start < end)) {
    throw new Error('what is loaded is not the beginning of the file');
  }
  if (kept.some(({ link }) => link >= kept.length)) {
    throw new Error('a loaded section refers to one that is not');
  }
  const table = roundUp(end + names.end - names.start, 8);
  const stripped = Buffer.alloc(table + (kept.length + 1) * SECTION_BYTES);
  image.copy(stripped, 0, 0, end);
  image.copy(stripped, end, names.start, names.end);
  for (const [number, { header }] of [...kept, names].entries()) {
    header.copy(stripped, table + number * SECTION_BYTES);
  }
  stripped.writeBigUInt64LE(BigInt(end), table + kept.length * SECTION_BYTES + 24);
  stripped.writeBigUInt64LE(BigInt(table), 40);
  stripped.writeUInt16LE(kept.length + 1, 60);
  stripped.writeUInt16LE(kept.length, 62);
  return stripped;
}

/** Names of an executable's sections, in order. */
export function sectionNames(file: Uint8Array): readonly string[] {
  const image = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const { sections, names } = readSections(image);
  return sections.map(({ header }) => {
    const at = names.start + header.readUInt32LE(0);
    return image.toString('latin1', at, image.indexOf(0, at));
  });
}

function readSections(image: Buffer): {
  readonly sections: readonly Section[];
  readonly names: Section;
} {
  const isOurs =
    image.length > SECTION_BYTES &&
    image.readUInt32LE(0) === MAGIC &&
    image[4] === CLASS_64 &&
    image[5] === LITTLE_ENDIAN;
  if (!isOurs) throw new Error('not a 64-bit ELF file');
  const table = Number(image.readBigUInt64LE(40));
  const count = image.readUInt16LE(60);
  const sections = Array.from({ length: count }, (_, number): Section => {
    const header = image.subarray(table + number * SECTION_BYTES).subarray(0, SECTION_BYTES);
    const start = Number(header.readBigUInt64LE(24));
    const size = header.readUInt32LE(4) === NO_BITS ? 0 : Number(header.readBigUInt64LE(32));
    const isLoaded = (header.readUInt32LE(8) & ALLOCATED) !== 0;
    return { header, isLoaded, start, end: start + size, link: header.readUInt32LE(40) };
  });
  const names = sections[image.readUInt16LE(62)];
  if (!names || names.isLoaded) throw new Error('an ELF file without names of sections');
  return { sections, names };
}

/** Where the last byte that a program header speaks of ends. */
function segmentsEnd(image: Buffer): number {
  const table = Number(image.readBigUInt64LE(32));
  const bytes = image.readUInt16LE(54);
  const ends = Array.from({ length: image.readUInt16LE(56) }, (_, number) => {
    const at = table + number * bytes;
    return Number(image.readBigUInt64LE(at + 8) + image.readBigUInt64LE(at + 32));
  });
  return Math.max(...ends);
}

const roundUp = (value: number, step: number): number => Math.ceil(value / step) * step;
