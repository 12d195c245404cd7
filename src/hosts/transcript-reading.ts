import type { TranscriptCursor } from '../core/cursor.ts';
import type { TranscriptReading } from '../core/reading.ts';
import { isRecord } from '../core/record.ts';
import type { TranscriptTurn } from '../core/turn.ts';
import { isCount } from '../core/value-shape.ts';
import {
  type OpenTranscript,
  type readTranscriptFile,
  startMark,
  type TranscriptLine,
} from './transcript-file.ts';
import { objectsOfLine } from './transcript-line.ts';

export interface CountedReading extends TranscriptReading {
  /** Never more than what is new and 264 KB. */
  readonly bytesRead: number;
}

/**
 * Where a row stands: the cursor in front of it, for a reader in this state. Asked for while it is the
 * current row; the state is made when the cursor is looked at, which of most cursors nobody does.
 */
export type RowPlace<State> = (state: () => State) => TranscriptCursor;

/** The turns so far, and where each of them (and what comes next) begins. */
export interface TurnsSoFar {
  readonly turns: readonly TranscriptTurn[];
  readonly lastOpen: boolean;
  readonly bounds: readonly TranscriptCursor[];
  /** Rows of an agent, and nowhere a request: the head of the file is lost. */
  readonly headless: boolean;
}

/** Makes turns of rows in file order. */
export interface RowReader<Row, State> {
  /** Nothing that follows is of interest. */
  readonly finished?: boolean;
  read(row: Row, place: RowPlace<State>): void;
  /** The state as it is now, made when asked for. Ids and counts, no text of the conversation. */
  snapshot(): () => State;
  /** How many turns are over because the one behind them began in `(behind, until]` of the file. */
  turnsOver(behind: number, until: number): number;
  result(end: TranscriptCursor): TurnsSoFar;
}

/** How one host writes a conversation down, line by line. */
export interface TranscriptFormat<Row, State, Reader extends RowReader<Row, State>> {
  readonly openFile: typeof readTranscriptFile;
  readonly emptyState: State;
  /** Null for the state of another version. */
  parseState(value: unknown): State | null;
  /** @param hash names a request that the host does not; should be keyed */
  startReader(start: TranscriptCursor, state: State, hash: (text: string) => string): Reader;
  /** Most bytes of a transcript are rows of no interest: their lines are not parsed. */
  mayHoldRow(line: Buffer, reader: Reader): boolean;
  /** @param place names the row where it has no id; null for a row that is not read */
  parseRow(value: Readonly<Record<string, unknown>>, place: string): Row | null;
}

interface StoredState<State> {
  /** Objects of the first line that belong to what is covered already (two rows glued on a line). */
  readonly skip: number;
  readonly reader: State;
}

/**
 * The turns of a transcript from the cursor on; the whole file when it is not the file the cursor was
 * made for, or another version made it. No content makes it fail.
 * @param limit bytes after which it may stop, as soon as a turn is over
 * @returns null when there is no such file
 * @throws {Error} when the file is there and cannot be read
 */
export function readTurns<Row, State, Reader extends RowReader<Row, State>>(
  format: TranscriptFormat<Row, State, Reader>,
  path: string,
  cursor: TranscriptCursor | null,
  hash: (text: string) => string,
  limit = Number.POSITIVE_INFINITY,
): CountedReading | null {
  const known = storedState(format, cursor);
  return format.openFile(path, known === null ? null : cursor, (file) => {
    const stored = (file.resumed ? known : null) ?? { skip: 0, reader: format.emptyState };
    const start = { ...file.end(), state: stored };
    const reader = format.startReader(start, stored.reader, hash);
    return readOpen(format, file, { covered: stored.skip, start, limit }, reader);
  });
}

/** The reader's part of a cursor; null when another version wrote it. */
export const readerState = <State>(
  format: { parseState(value: unknown): State | null },
  cursor: TranscriptCursor | null,
): State | null => storedState(format, cursor)?.reader ?? null;

function storedState<State>(
  format: { parseState(value: unknown): State | null },
  cursor: TranscriptCursor | null,
): StoredState<State> | null {
  if (!isRecord(cursor?.state)) return null;
  const { skip, reader } = cursor.state;
  const state = format.parseState(reader);
  return isCount(skip) && state !== null ? { skip, reader: state } : null;
}

/** A reading without turns, that leaves the cursor where it is. */
export function emptyReading(
  format: { readonly emptyState: unknown },
  status: 'read' | 'absent',
  cursor: TranscriptCursor | null,
): CountedReading {
  const start = cursor ?? { ...startMark(''), state: { skip: 0, reader: format.emptyState } };
  return { status, turns: [], lastOpen: false, cursorAfter: () => start, bytesRead: 0 };
}

interface Span {
  /** Objects of the first line that an earlier reading has covered. */
  readonly covered: number;
  /** Where in the file it begins. */
  readonly start: TranscriptCursor;
  readonly limit: number;
}

/** Rows of a turn may still come when the next one has begun: this part of the limit is waited for them. */
const LATE = 8;

function readOpen<Row, State, Reader extends RowReader<Row, State>>(
  format: TranscriptFormat<Row, State, Reader>,
  file: OpenTranscript,
  { covered, start, limit }: Span,
  reader: Reader,
): CountedReading {
  let skip = covered;
  for (const line of file.lines()) {
    readLine(format, reader, line, skip);
    if (reader.finished) break;
    skip = 0;
    if (line.offset - start.offset < limit) continue;
    const over = reader.turnsOver(start.offset, line.offset - limit / LATE);
    if (over > 0) return partOf(reader.result(start), over, file);
  }
  const end = { ...file.end(), state: { skip, reader: reader.snapshot()() } };
  const { turns, lastOpen, bounds, headless } = reader.result(end);
  return {
    status: headless && turns.length === 0 ? 'headless' : 'read',
    turns,
    lastOpen,
    cursorAfter: (settled) => bounds[Math.min(settled, turns.length)] ?? end,
    bytesRead: file.bytesRead(),
  };
}

/** The first turns of a reading that stopped at its limit. */
function partOf({ turns, bounds }: TurnsSoFar, over: number, file: OpenTranscript): CountedReading {
  const end = bounds[over];
  if (end === undefined) throw new RangeError(`no turn behind turn ${over}`);
  return {
    status: 'read',
    turns: turns.slice(0, over),
    lastOpen: false,
    more: true,
    cursorAfter: (settled) => bounds[Math.min(settled, over)] ?? end,
    bytesRead: file.bytesRead(),
  };
}

/** @param skip objects of the line that an earlier reading has covered */
function readLine<Row, State, Reader extends RowReader<Row, State>>(
  format: TranscriptFormat<Row, State, Reader>,
  reader: Reader,
  line: TranscriptLine,
  skip: number,
): void {
  if (!format.mayHoldRow(line.bytes, reader)) return;
  for (const [index, value] of objectsOfLine(line.bytes.toString('utf8')).entries()) {
    const row = index < skip ? null : format.parseRow(value, `@${line.offset}.${index}`);
    if (row === null) continue;
    reader.read(row, (state) => placeOf(line, index, state));
  }
}

const placeOf = <State>(
  line: TranscriptLine,
  skip: number,
  state: () => State,
): TranscriptCursor => {
  let made: StoredState<State> | undefined;
  return {
    ...line.mark(),
    get state() {
      made ??= { skip, reader: state() };
      return made;
    },
  };
};
