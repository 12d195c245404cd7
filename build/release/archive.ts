import { crc32, deflateRawSync, gzipSync } from 'node:zlib';

/** A file of an archive. */
export interface Entry {
  /** Plain name, without a directory; ASCII, at most 100 characters. */
  readonly name: string;
  readonly content: Buffer;
  readonly executable: boolean;
}

const BLOCK = 512;

/** A gzipped tar (ustar). The same entries give the same bytes: no owner, no time. */
export function tarGz(entries: readonly Entry[]): Buffer {
  const parts = entries.flatMap((entry) => [tarHeader(entry), entry.content, padding(entry)]);
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

function tarHeader({ name, content, executable }: Entry): Buffer {
  const header = Buffer.alloc(BLOCK);
  const put = (at: number, text: string): number => header.write(text, at, 'latin1');
  const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');
  put(0, name);
  put(100, octal(executable ? 0o755 : 0o644, 7));
  put(108, octal(0, 7));
  put(116, octal(0, 7));
  put(124, octal(content.length, 11));
  put(136, octal(0, 11));
  put(148, ' '.repeat(8));
  put(156, '0');
  put(257, 'ustar\0' + '00');
  const sum = header.reduce((total, byte) => total + byte, 0);
  put(148, `${octal(sum, 6)}\0 `);
  return header;
}

const padding = ({ content }: Entry): Buffer =>
  Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK);

/** 1980-01-01, the earliest day a zip can say. */
const ZIP_DATE = 0x21;
const ZIP_VERSION = 20;
const DEFLATED = 8;
/** The attributes are those of Unix. */
const MADE_BY_UNIX = 3 << 8;

/** A zip; the same entries give the same bytes. */
export function zip(entries: readonly Entry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const entry of entries) {
    const data = deflateRawSync(entry.content, { level: 9 });
    const file = Buffer.concat([zipHeader(entry, data.length), data]);
    directory.push(directoryEntry(entry, data.length, at));
    files.push(file);
    at += file.length;
  }
  const size = directory.reduce((total, { length }) => total + length, 0);
  return Buffer.concat([...files, ...directory, directoryEnd(entries.length, size, at)]);
}

/** What a file's own header and its entry in the directory share: 26 bytes. */
function common({ name, content }: Entry, compressed: number): Buffer {
  const bytes = Buffer.alloc(26);
  bytes.writeUInt16LE(ZIP_VERSION, 0);
  bytes.writeUInt16LE(DEFLATED, 4);
  bytes.writeUInt16LE(ZIP_DATE, 8);
  bytes.writeUInt32LE(crc32(content), 10);
  bytes.writeUInt32LE(compressed, 14);
  bytes.writeUInt32LE(content.length, 18);
  bytes.writeUInt16LE(name.length, 22);
  return bytes;
}

const zipHeader = (entry: Entry, compressed: number): Buffer =>
  Buffer.concat([Buffer.from('PK\x03\x04'), common(entry, compressed), Buffer.from(entry.name)]);

function directoryEntry(entry: Entry, compressed: number, at: number): Buffer {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(MADE_BY_UNIX | ZIP_VERSION);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE((entry.executable ? 0o100755 : 0o100644) * 0x10000, 6);
  rest.writeUInt32LE(at, 10);
  const signature = Buffer.from('PK\x01\x02');
  const name = Buffer.from(entry.name);
  return Buffer.concat([signature, madeBy, common(entry, compressed), rest, name]);
}

function directoryEnd(count: number, size: number, at: number): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(count, 8);
  end.writeUInt16LE(count, 10);
  end.writeUInt32LE(size, 12);
  end.writeUInt32LE(at, 16);
  return end;
}
