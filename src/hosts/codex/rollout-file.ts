import { basename, dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import { regularFileSize } from '../../platform/regular-file.ts';
import {
  type OpenTranscript,
  readTranscriptBytes,
  readTranscriptFile,
} from '../transcript-file.ts';
import { readZstdFile } from '../zstd-file.ts';

const COMPRESSED = '.zst';
const ROLLOUT = /^rollout-(\d{4})-(\d{2})-(\d{2})T/;
const SESSIONS = /^(.*)[\\/](?:sessions[\\/]\d{4}[\\/]\d{2}[\\/]\d{2}|archived_sessions)$/;

/**
 * Reads a rollout where it is now. Codex moves an archived thread into one flat directory, and
 * compresses what was not written for a week; a plain file goes before a compressed one.
 * @returns null when it is at none of these places, or what is there cannot be decompressed
 * @throws {Error} when the file is there and cannot be read
 */
export function readRollout<T>(
  path: string,
  cursor: TranscriptCursor | null,
  work: (file: OpenTranscript) => T,
): T | null {
  for (const place of placesOf(path)) {
    const read = place.endsWith(COMPRESSED)
      ? readCompressed(place, cursor, work)
      : readTranscriptFile(place, cursor, (file) => ({ value: work(file) }));
    if (read !== null) return read.value;
  }
  return null;
}

/** Bytes of a rollout where it is now, compressed or not; 0 where there is none. */
export function rolloutSize(path: string): number {
  for (const place of placesOf(path)) {
    const size = regularFileSize(place);
    if (size > 0) return size;
  }
  return 0;
}

function readCompressed<T>(
  path: string,
  cursor: TranscriptCursor | null,
  work: (file: OpenTranscript) => T,
): { readonly value: T } | null {
  const file = readZstdFile(path);
  if (file === null) return null;
  /* The cursor of the plain file goes on here: its hashes say whether it is the same content. */
  const fileId = cursor?.fileId ?? file.fileId;
  return { value: readTranscriptBytes(file.bytes, fileId, cursor, work) };
}

/** Where a rollout with this path may be, in the order in which they count. */
function placesOf(path: string): readonly string[] {
  const name = basename(path, COMPRESSED);
  const [, home] = SESSIONS.exec(dirname(path)) ?? [];
  const [, year, month, day] = ROLLOUT.exec(name) ?? [];
  const beside = join(dirname(path), name);
  const archived = home === undefined ? [] : [join(home, 'archived_sessions', name)];
  const dated =
    home === undefined || year === undefined || month === undefined || day === undefined
      ? []
      : [join(home, 'sessions', year, month, day, name)];
  const plain = [...new Set([beside, ...archived, ...dated])];
  return plain.flatMap((place) => [place, `${place}${COMPRESSED}`]);
}
