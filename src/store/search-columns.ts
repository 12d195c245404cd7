import type { RankedColumns } from '../core/search-rank.ts';
import type { SearchDocument } from '../core/search-segment.ts';

/** Documents column by column; one index is one document. */
export interface DocumentColumns extends RankedColumns {
  readonly revisions: ArrayLike<number>;
  readonly sessions: ArrayLike<number>;
}

const COLUMNS = 4;

/** Epoch milliseconds as the column of times has them: whole seconds, from 1970 to 2106. */
export const indexedSecond = (milliseconds: number): number =>
  Math.min(0xff_ff_ff_ff, Math.max(0, Math.floor(milliseconds / 1000)));

/** Four columns of 32-bit numbers, one behind the other, in the machine's order: little-endian on every system we run on. */
export function packColumns(documents: readonly SearchDocument[]): Uint8Array {
  const numbers = new Uint32Array(COLUMNS * documents.length);
  for (const [index, { revision, session, startedAt, length }] of documents.entries()) {
    for (const [column, value] of [revision, session, startedAt, length].entries()) {
      numbers[column * documents.length + index] = value;
    }
  }
  return new Uint8Array(numbers.buffer);
}

export function unpackColumns(bytes: Uint8Array): DocumentColumns {
  const numbers = new Uint32Array(bytes.slice().buffer);
  const count = numbers.length / COLUMNS;
  const column = (index: number): Uint32Array =>
    numbers.subarray(index * count, (index + 1) * count);
  return {
    count,
    revisions: column(0),
    sessions: column(1),
    startedAt: column(2),
    lengths: column(3),
  };
}

export function documentsIn(columns: DocumentColumns): readonly SearchDocument[] {
  return Array.from({ length: columns.count }, (_, index) => ({
    revision: columns.revisions[index] ?? 0,
    session: columns.sessions[index] ?? 0,
    startedAt: columns.startedAt[index] ?? 0,
    length: columns.lengths[index] ?? 0,
  }));
}

/** All of them behind each other. */
export function joinColumns(parts: readonly DocumentColumns[]): DocumentColumns {
  const count = parts.reduce((sum, part) => sum + part.count, 0);
  const joined = (of: (part: DocumentColumns) => ArrayLike<number>): Uint32Array => {
    const numbers = new Uint32Array(count);
    let at = 0;
    for (const part of parts) {
      numbers.set(of(part), at);
      at += part.count;
    }
    return numbers;
  };
  return {
    count,
    revisions: joined(({ revisions }) => revisions),
    sessions: joined(({ sessions }) => sessions),
    startedAt: joined(({ startedAt }) => startedAt),
    lengths: joined(({ lengths }) => lengths),
  };
}
