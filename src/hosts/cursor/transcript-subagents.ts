import { statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import type { Detail } from '../../core/turn.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { type OpenTranscript, readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { subagentDetails } from './transcript-details.ts';
import { parseRow } from './transcript-rows.ts';

const CHILD_FILE = /^(.+)\.jsonl$/;

/**
 * What is new in the transcripts of a conversation's subagents, which stand in `subagents/` of its
 * own directory. Files without news are left out. Which call started them is not written there.
 * @param cursorOf where an earlier reading of that file ended
 */
export function readCursorSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): readonly SubagentReading[] {
  const directory = join(conversationDirectory(transcriptPath), 'subagents');
  return namesIn(directory).flatMap((name) => {
    const [, id] = CHILD_FILE.exec(name) ?? [];
    const path = join(directory, name);
    return id === undefined ? [] : (readSubagent(path, id, cursorOf(path)) ?? []);
  });
}

/** `<id>/<id>.jsonl`, in older versions `<id>.jsonl`. */
function conversationDirectory(transcriptPath: string): string {
  const parent = dirname(transcriptPath);
  const id = basename(transcriptPath).replace(/\.(?:jsonl|txt)$/, '');
  return basename(parent) === id ? parent : join(parent, id);
}

function readSubagent(
  path: string,
  id: string,
  cursor: TranscriptCursor | null,
): SubagentReading | null {
  if (cursor !== null && statSync(path, { throwIfNoEntry: false })?.size === cursor.offset)
    return null;
  return readTranscriptFile(path, cursor, (file) => {
    const details = newDetails(file, id);
    const news = cursor === null || !file.resumed || file.end().offset > cursor.offset;
    if (!news) return null;
    return { path, toolUseId: null, details, cursor: { ...file.end(), state: null } };
  });
}

function newDetails(file: OpenTranscript, id: string): Detail[] {
  const rows: Detail[][] = [];
  for (const { bytes, offset } of file.lines()) {
    for (const [index, value] of objectsOfLine(bytes.toString('utf8')).entries()) {
      const row = parseRow(value);
      if (row !== null && row.kind !== 'end')
        rows.push(subagentDetails(row, `${id}@${offset}.${index}`));
    }
  }
  return rows.flat();
}
