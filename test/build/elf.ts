const X64 = 62;

/** Of an ELF file for tests. */
export interface Section {
  readonly name: string;
  readonly start: number;
  readonly size: number;
  readonly isLoaded?: boolean;
  /** Takes memory, and no room in the file. */
  readonly isEmpty?: boolean;
  readonly link?: number;
}

export const usual: readonly Section[] = [
  { name: '.text', start: 0x100, size: 0x80, isLoaded: true, link: 2 },
  { name: '.data', start: 0x180, size: 0x21, isLoaded: true },
  { name: '.bss', start: 0x1a1, size: 0x9000, isLoaded: true, isEmpty: true },
  { name: '.debug_info', start: 0x1a1, size: 0x100 },
  { name: '.symtab', start: 0x2a8, size: 0x60, link: 6 },
  { name: '.strtab', start: 0x308, size: 0x18 },
];

/** The smallest ELF file with these sections, one segment up to `loadedEnd`; bytes are their own offset. */
export function elf(sections: readonly Section[], loadedEnd = 0x1a1): Buffer {
  const names = Buffer.from(`\0${[...sections.map(({ name }) => name), '.shstrtab'].join('\0')}\0`);
  const file = Buffer.from(Array.from({ length: 0x800 }, (_, at) => at & 0xff));
  file.fill(0, 0, 0x100);
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]);
  file.writeUInt16LE(X64, 18);
  file.writeBigUInt64LE(64n, 32);
  file.writeUInt16LE(56, 54);
  file.writeUInt16LE(1, 56);
  file.writeBigUInt64LE(BigInt(loadedEnd), 64 + 32);
  names.copy(file, 0x320);
  const table = 0x400;
  const all: readonly Section[] = [
    { name: '', start: 0, size: 0 },
    ...sections,
    { name: '.shstrtab', start: 0x320, size: names.length },
  ];
  for (const [number, { name, start, size, isLoaded, isEmpty, link }] of all.entries()) {
    const header = file.subarray(table + number * 64, table + number * 64 + 64).fill(0);
    header.writeUInt32LE(number === 0 ? 0 : names.indexOf(`\0${name}\0`) + 1, 0);
    header.writeUInt32LE(isEmpty ? 8 : 1, 4);
    header.writeUInt32LE(isLoaded ? 2 : 0, 8);
    header.writeBigUInt64LE(BigInt(start), 24);
    header.writeBigUInt64LE(BigInt(size), 32);
    header.writeUInt32LE(link ?? 0, 40);
  }
  file.writeBigUInt64LE(BigInt(table), 40);
  file.writeUInt16LE(all.length, 60);
  file.writeUInt16LE(all.length - 1, 62);
  return file;
}
