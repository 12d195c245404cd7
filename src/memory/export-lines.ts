import { err, type Result } from '../core/result.ts';
import { type ParsedRecord, parseRecord } from './export-parse.ts';

/** A line of a file, from 1 on; null where it is too long to be read. */
export interface NumberedLine {
  readonly number: number;
  readonly text: string | null;
}

/** A line that is none of an export. */
export interface BadLine {
  readonly line: number;
  readonly why: string;
}

/**
 * The records of the lines behind the header. Lines that are none are noted and left out.
 * @param onBad called with each such line, and with the last one when the end is missing
 */
export function* recordsOf(
  lines: Iterable<NumberedLine>,
  onBad: (line: BadLine) => void,
): Generator<ParsedRecord> {
  let last: ParsedRecord | null = null;
  let at = 1;
  for (const { number, text } of lines) {
    at = number;
    if (text?.trim() === '') continue;
    const record = parseLine(text);
    last = record.ok ? record.value : null;
    if (record.ok) yield record.value;
    else onBad({ line: number, why: record.error });
  }
  if (last?.type !== 'end') onBad({ line: at, why: 'the file ends here without its last line' });
}

function parseLine(text: string | null): Result<ParsedRecord> {
  if (text === null) return err('too long');
  const value = jsonOf(text);
  return value === undefined ? err('not JSON') : parseRecord(value);
}

/** Undefined where it is no JSON. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; /* SyntaxError; RangeError for what is nested too deep */
  }
}
