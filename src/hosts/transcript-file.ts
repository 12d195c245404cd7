import { closeSync, fstatSync, readSync } from 'node:fs';
import type { TranscriptCursor } from '../core/cursor.ts';
import { openRegularFile } from '../platform/regular-file.ts';
import { sha256 } from '../platform/sha256.ts';

/** A place between two lines of a file, described so that a later reading can recognise it. */
export type FileMark = Omit<TranscriptCursor, 'state'>;

export interface TranscriptLine {
  /** Position of the line's first byte in the file. */
  readonly offset: number;
  /** Without the line end. A view that the next line overwrites. */
  readonly bytes: Buffer;
  /** The place before this line; to be asked for while the line is the current one. */
  readonly mark: () => FileMark;
}

export interface OpenTranscript {
  /** The cursor fits the file: the lines begin at its offset. Otherwise they begin at 0. */
  readonly resumed: boolean;
  /** Complete lines that are not empty; a last line without its line end waits for a later reading. To be walked once. */
  lines(): Iterable<TranscriptLine>;
  /** The place after the last complete line that was walked. */
  end(): FileMark;
  bytesRead(): number;
}

/** A cursor is recognised by so many bytes at the head of the file and before its offset. */
const PROBE = 4096;
const CHUNK = 256 * 1024;
/** A longer line is no line of a conversation; it is passed over without being held, ended or not. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_END = 0x0a;

/** The cursor of a file that was never read. */
export const startMark = (fileId: string): FileMark => {
  const nothing = sha256(Buffer.alloc(0));
  return { fileId, offset: 0, headHash: nothing, tailHash: nothing };
};

/**
 * Reads what is new in an append-only JSONL file. Reads at most the new bytes and 8 KB, and holds
 * no more than a chunk and the longest line.
 * @param chunk bytes that are read at once
 * @returns null when there is no such file, or what is there has no content of its own (a pipe)
 * @throws {Error} when the file is there and cannot be read
 */
export function readTranscriptFile<T>(
  path: string,
  cursor: TranscriptCursor | null,
  work: (file: OpenTranscript) => T,
  chunk = CHUNK,
): T | null {
  const fd = openRegularFile(path);
  if (fd === null) return null;
  try {
    return work(openTranscript(openSource(fd), cursor, chunk));
  } finally {
    closeSync(fd);
  }
}

/**
 * As {@link readTranscriptFile}, of content that is in memory already.
 * @param fileId what the cursor of this content names its file
 */
export function readTranscriptBytes<T>(
  bytes: Buffer,
  fileId: string,
  cursor: TranscriptCursor | null,
  work: (file: OpenTranscript) => T,
): T {
  const read = (into: Buffer, position: number): number =>
    bytes.copy(into, 0, Math.min(position, bytes.length));
  return work(openTranscript(sourceOf(fileId, bytes.length, read), cursor));
}

/** Reads of one open file, counted. */
interface Source {
  readonly fileId: string;
  /** Size when it was opened: what is written meanwhile is for the next reading. */
  readonly size: number;
  /** First bytes of the file, as many as a mark can ask for. */
  readonly head: Buffer;
  /** Fills `into` from `position` as far as the file goes. */
  read(into: Buffer, position: number): number;
  total(): number;
}

function openTranscript(
  source: Source,
  cursor: TranscriptCursor | null,
  chunk = CHUNK,
): OpenTranscript {
  const before = cursor === null ? null : bytesBefore(source, cursor);
  const start = before === null || cursor === null ? 0 : cursor.offset;
  let end: FileMark = before !== null && cursor !== null ? cursor : startMark(source.fileId);
  return {
    resumed: before !== null,
    *lines() {
      end = yield* walk(source, { start, before: before ?? Buffer.alloc(0), chunk });
    },
    end: () => end,
    bytesRead: source.total,
  };
}

function openSource(fd: number): Source {
  const stat = fstatSync(fd, { bigint: true });
  return sourceOf(`${stat.dev}:${stat.ino}`, Number(stat.size), (into, position) => {
    let done = 0;
    while (done < into.length) {
      const count = readSync(fd, into, done, into.length - done, position + done);
      if (count === 0) break;
      done += count;
    }
    return done;
  });
}

function sourceOf(fileId: string, size: number, readAt: Source['read']): Source {
  let total = 0;
  const read = (into: Buffer, position: number): number => {
    const done = readAt(into, position);
    total += done;
    return done;
  };
  const head = Buffer.alloc(Math.min(PROBE, size));
  const length = read(head, 0);
  return { fileId, size, head: head.subarray(0, length), read, total: () => total };
}

/** The bytes before the cursor's offset when the cursor belongs to this file as it is, else null. */
function bytesBefore(source: Source, cursor: TranscriptCursor): Buffer | null {
  const { fileId, offset, headHash, tailHash } = cursor;
  if (fileId !== source.fileId || offset > source.size || offset < 0) return null;
  if (sha256(source.head.subarray(0, offset)) !== headHash) return null;
  const tail = Buffer.alloc(Math.min(PROBE, offset));
  if (source.read(tail, offset - tail.length) < tail.length) return null;
  return sha256(tail) === tailHash ? tail : null;
}

interface WindowPlace {
  readonly start: number;
  /** The bytes in front of `start`. */
  readonly before: Buffer;
  /** Bytes that are read at once. */
  readonly chunk: number;
}

/** Walks the lines from `start` on. */
function* walk(source: Source, place: WindowPlace): Generator<TranscriptLine, FileMark, undefined> {
  const window = new Window(source, place);
  while (window.fill()) {
    for (let length = window.lineLength(); length >= 0; length = window.lineLength()) {
      if (length > 0 && !window.tooLong) {
        yield { offset: window.offset, bytes: window.bytes(length), mark: () => window.mark() };
      }
      window.pass(length + 1);
    }
  }
  return window.mark();
}

/** The part of the file in memory: up to {@link PROBE} bytes before the current line, and on. */
class Window {
  readonly #source: Source;
  #buffer: Buffer;
  /** File position of the buffer's first byte. */
  #base: number;
  /** Buffer positions: start of the current line, where to look for its end, end of what was read. */
  #line: number;
  #looked: number;
  #filled: number;
  /** The current line has outgrown {@link LONGEST_LINE}; its bytes are gone. */
  tooLong = false;

  constructor(source: Source, { start, before, chunk }: WindowPlace) {
    this.#source = source;
    this.#buffer = Buffer.allocUnsafe(Math.max(chunk, 2 * PROBE));
    before.copy(this.#buffer);
    this.#base = start - before.length;
    this.#line = before.length;
    this.#looked = before.length;
    this.#filled = before.length;
  }

  get offset(): number {
    return this.#base + this.#line;
  }

  /** Reads on; false at the end of the file. */
  fill(): boolean {
    this.#makeRoom();
    const position = this.#base + this.#filled;
    const left = Math.min(this.#buffer.length - this.#filled, this.#source.size - position);
    if (left <= 0) return false;
    const into = this.#buffer.subarray(this.#filled, this.#filled + left);
    const count = this.#source.read(into, position);
    this.#filled += count;
    return count > 0;
  }

  #makeRoom(): void {
    if (this.#filled - this.#line > LONGEST_LINE) {
      this.tooLong = true;
      this.#line = this.#filled;
      this.#looked = this.#filled;
    }
    const kept = Math.max(0, this.#line - PROBE);
    this.#buffer.copyWithin(0, kept, this.#filled);
    this.#base += kept;
    this.#line -= kept;
    this.#looked -= kept;
    this.#filled -= kept;
    if (this.#filled * 2 <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafe(this.#buffer.length * 2);
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }

  /** Length of the current line, or -1 while its end has not been read. */
  lineLength(): number {
    const found = this.#buffer.indexOf(LINE_END, this.#looked);
    const end = found < this.#filled ? found : -1;
    this.#looked = end < 0 ? this.#filled : end;
    return end < 0 ? -1 : end - this.#line;
  }

  bytes(length: number): Buffer {
    return this.#buffer.subarray(this.#line, this.#line + length);
  }

  pass(length: number): void {
    this.#line += length;
    this.#looked = this.#line;
    this.tooLong = false;
  }

  mark(): FileMark {
    const { fileId, head } = this.#source;
    const tail = this.#buffer.subarray(Math.max(0, this.#line - PROBE), this.#line);
    const headHash = sha256(head.subarray(0, this.offset));
    return { fileId, offset: this.offset, headHash, tailHash: sha256(tail) };
  }
}
