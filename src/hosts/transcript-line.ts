import { isRecord } from '../core/record.ts';

/** How rows begin: looked for after a row that was cut. */
const ROW_START = /\{\s*"(?:parentUuid|type|timestamp|role)"\s*:/g;
/** Attempts per line, so that a hostile line costs no more than a few passes over it. */
const MOST_ATTEMPTS = 16;

/**
 * The JSON objects of one transcript line. Usually one; two when a host forgot the line end or was
 * killed in the middle of a row. What is not an object (null, arrays, strings, broken text) is left out.
 */
export function objectsOfLine(line: string): Readonly<Record<string, unknown>>[] {
  const whole = parsed(line);
  if (whole !== undefined) return isRecord(whole) ? [whole] : [];
  const found: Readonly<Record<string, unknown>>[] = [];
  let attempts = 0;
  for (let at = nextStart(line, 0); at >= 0 && attempts < MOST_ATTEMPTS; ) {
    const end = endOfObject(line, at);
    const value = end < 0 ? undefined : parsed(line.slice(at, end));
    if (isRecord(value)) found.push(value);
    else attempts += 1;
    at = isRecord(value) ? nextStart(line, end) : nextRowStart(line, at + 1);
  }
  return found;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; /* SyntaxError: cut, glued or no JSON at all */
  }
}

/** An object that begins right here, else the next thing that looks like a row. */
function nextStart(line: string, from: number): number {
  const next = /\S/g;
  next.lastIndex = from;
  const match = next.exec(line);
  return match?.[0] === '{' ? match.index : nextRowStart(line, from);
}

function nextRowStart(line: string, from: number): number {
  ROW_START.lastIndex = from;
  return ROW_START.exec(line)?.index ?? -1;
}

/** Index after the object that starts at `start`, or -1. Brackets inside strings do not count. */
function endOfObject(line: string, start: number): number {
  const token = /["{}]/g;
  token.lastIndex = start;
  let depth = 0;
  for (let match = token.exec(line); match !== null; match = token.exec(line)) {
    if (match[0] === '"') token.lastIndex = endOfString(line, token.lastIndex);
    else depth += match[0] === '{' ? 1 : -1;
    if (depth === 0) return token.lastIndex;
  }
  return -1;
}

/** Index after the closing quote; the line's end when there is none. */
function endOfString(line: string, from: number): number {
  const token = /\\[\s\S]|"/g;
  token.lastIndex = from;
  let match = token.exec(line);
  while (match !== null && match[0] !== '"') match = token.exec(line);
  return match === null ? line.length : token.lastIndex;
}
