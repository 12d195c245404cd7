import {
  compareReceived,
  type GivenText,
  type HookContext,
  type Received,
} from '../core/delivery.ts';
import { type FileTail, readTail } from '../platform/file-tail.ts';
import { objectsOfLine } from './transcript-line.ts';

type Fields = Readonly<Record<string, unknown>>;

/** How a host writes down what hooks gave its model, in rows with a `timestamp`. */
export interface ContextRecord {
  /** Texts of hooks that the model was given, as this row holds them. */
  contextsOf(row: Fields): readonly HookContext[];
  /** A prompt, or words of the model; null for any other row, and where this version of the host keeps no record. */
  roleOf(row: Fields): 'prompt' | 'model' | null;
}

/** Most turns that a text was given to are near the end of the file. */
const LOOKS = [256 * 1024, 8 * 1024 * 1024];
/** A hook answers within so long of the prompt that it is about. */
const LONGEST_HOOK_MS = 30_000;

/**
 * What became of a text, by the end of a transcript; null when that does not tell. To be asked once
 * the turn it was given to is in the file.
 */
export function receivedInTail(
  path: string,
  given: GivenText,
  record: ContextRecord,
): Received | null {
  let received: Received | null = null;
  for (const most of LOOKS) {
    const tail = readTail(path, most);
    if (tail === null) return null;
    const found = compareReceived(contextsWith(tail.bytes, given.mark, record), given);
    if (found !== 'dropped') received = found;
    else if (isPassed(tail, given.at, record)) received = 'dropped';
    if (received === 'whole' || tail.whole) break;
  }
  return received;
}

/** Texts of hooks in the lines that name a mark. */
export function contextsWith(
  bytes: Buffer,
  mark: string,
  { contextsOf }: Pick<ContextRecord, 'contextsOf'>,
): readonly HookContext[] {
  const contexts: HookContext[] = [];
  for (let at = bytes.indexOf(mark); at >= 0; ) {
    const start = bytes.lastIndexOf(LINE_END, at) + 1;
    const end = lineEnd(bytes, at);
    for (const row of objectsOfLine(bytes.toString('utf8', start, end))) {
      contexts.push(...contextsOf(row).filter(({ text }) => text.includes(mark)));
    }
    at = bytes.indexOf(mark, end);
  }
  return contexts;
}

const LINE_END = 0x0a;

function lineEnd(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(LINE_END, from);
  return end < 0 ? bytes.length : end;
}

/** The prompt that the text belongs to is there, and the model has spoken since. */
function isPassed(
  { bytes, whole }: FileTail,
  at: number,
  { roleOf }: Pick<ContextRecord, 'roleOf'>,
): boolean {
  const since = at - LONGEST_HOOK_MS;
  const rows = bytes.toString('utf8').split('\n').flatMap(objectsOfLine);
  if (!whole && !rows.some((row) => timeOf(row) < since)) return false;
  const roles = rows.filter((row) => timeOf(row) >= since).map(roleOf);
  const asked = roles.indexOf('prompt');
  return asked >= 0 && roles.includes('model', asked);
}

/** NaN where a row has none. */
const timeOf = ({ timestamp }: Fields): number =>
  typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
