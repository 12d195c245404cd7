import { closeSync, readFileSync } from 'node:fs';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { TranscriptReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import { openRegularFile } from '../../platform/regular-file.ts';
import { sha256 } from '../../platform/sha256.ts';
import { parseLegacyRows } from './legacy-rows.ts';
import { EMPTY_STATE } from './transcript-state.ts';
import { TurnReader } from './transcript-turns.ts';

/** A cursor is recognised by so many bytes at the head of the file and before its offset. */
const PROBE = 4096;

export const isLegacyTranscript = (path: string): boolean => path.endsWith('.txt');

/**
 * The turns of a transcript that an old version wrote as plain text. No version writes them any more,
 * so they are read whole; a turn that was covered as the last is given again when the file has grown.
 * @returns null when there is no such file
 * @throws {Error} when the file is there and cannot be read
 */
export function readLegacyTranscript(
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
): TranscriptReading | null {
  const bytes = contentOf(path);
  if (bytes === null) return null;
  const start = cursorAt(Buffer.alloc(0), 0);
  const reader = new TurnReader(start, EMPTY_STATE, null, hash);
  for (const row of parseLegacyRows(bytes.toString('utf8'))) reader.read(row, () => start);
  const { turns } = reader.result(start);
  const covered = coveredTurns(bytes, cursor, turns.length);
  return {
    status: 'read',
    turns: turns.slice(covered),
    /* Nothing in such a file tells, and nobody goes on writing it. */
    lastOpen: false,
    cursorAfter: (settled) => cursorAt(bytes, covered + settled),
  };
}

function contentOf(path: string): Buffer | null {
  const fd = openRegularFile(path);
  if (fd === null) return null;
  try {
    return readFileSync(fd);
  } finally {
    closeSync(fd);
  }
}

function coveredTurns(bytes: Buffer, cursor: TranscriptCursor | null, turns: number): number {
  if (cursor === null || !isRecord(cursor.state)) return 0;
  const { offset, headHash, tailHash } = cursor;
  const known = cursorAt(bytes.subarray(0, offset), 0);
  if (known.offset !== offset || known.headHash !== headHash || known.tailHash !== tailHash)
    return 0;
  const { turns: covered } = cursor.state;
  if (!Number.isSafeInteger(covered) || Number(covered) < 0) return 0;
  const whole = offset === bytes.length ? Number(covered) : Number(covered) - 1;
  return Math.min(Math.max(whole, 0), turns);
}

const cursorAt = (bytes: Buffer, turns: number): TranscriptCursor => ({
  fileId: '',
  offset: bytes.length,
  headHash: sha256(bytes.subarray(0, PROBE)),
  tailHash: sha256(bytes.subarray(Math.max(0, bytes.length - PROBE))),
  state: { turns },
});
