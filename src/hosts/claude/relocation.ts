import { isAbsolute } from 'node:path';
import { pathOf } from '../payload-fields.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { linesWithFromBehind } from './transcript-tail.ts';

const WORD = Buffer.from('"relocated"');

/**
 * Where its user has moved a conversation to, by the last row that says so; absolute. Tool output may
 * hold the same words, so the row is parsed.
 */
export function relocatedTo(transcript: string): string | null {
  for (const line of linesWithFromBehind(transcript, WORD)) {
    const row = objectsOfLine(line).findLast(({ type }) => type === 'relocated');
    const directory = pathOf(row?.relocatedCwd);
    if (directory !== null && isAbsolute(directory)) return directory;
  }
  return null;
}
