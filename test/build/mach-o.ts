export const ARM64 = 0x0100000c;
export const X64 = 0x01000007;

/** Of a Mach-O file for tests. */
export interface Segment {
  readonly name: string;
  readonly start: number;
  readonly size: number;
  /** File offset of its only section; none when left out. */
  readonly section?: number;
}

/** The smallest Mach-O file with these segments; bytes outside the header are their own offset. */
export function machO(cpu: number, segments: readonly Segment[], extraCommand?: number): Buffer {
  const file = Buffer.from(
    Array.from(
      { length: Math.max(...segments.map((s) => s.start + s.size)) },
      (_, at) => at & 0xff,
    ),
  );
  file.fill(0, 0, 0x400);
  let at = 32;
  for (const { name, start, size, section } of segments) {
    file.writeUInt32LE(0x19, at);
    file.writeUInt32LE(72 + (section === undefined ? 0 : 80), at + 4);
    file.write(name, at + 8, 'latin1');
    file.writeBigUInt64LE(BigInt(start), at + 40);
    file.writeBigUInt64LE(BigInt(size), at + 48);
    file.writeUInt32LE(section === undefined ? 0 : 1, at + 64);
    if (section !== undefined) file.writeUInt32LE(section, at + 72 + 48);
    at += file.readUInt32LE(at + 4);
  }
  if (extraCommand !== undefined) {
    file.writeUInt32LE(extraCommand, at);
    file.writeUInt32LE(16, at + 4);
    at += 16;
  }
  const header = [0xfeedfacf, cpu, 0, 2, segments.length + (extraCommand ? 1 : 0), at - 32];
  for (const [index, word] of header.entries()) file.writeUInt32LE(word, index * 4);
  return file;
}

export const usual: readonly Segment[] = [
  { name: '__TEXT', start: 0, size: 0x4000, section: 0x800 },
  { name: '__LINKEDIT', start: 0x4000, size: 0x1235 },
];
