import { basename, dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { readSubagent, type Subagent } from '../subagent-reading.ts';
import { subagentDetails } from './transcript-details.ts';
import { parseRow } from './transcript-rows.ts';

const CHILD_FILE = /^(.+)\.jsonl$/;

/**
 * What is new in the transcripts of a conversation's subagents, which stand in `subagents/` of its
 * own directory. Files without news are left out. Which call started them is not written there.
 * @param cursorOf where an earlier reading of that file ended
 */
export function* readCursorSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): Iterable<SubagentReading> {
  const directory = join(conversationDirectory(transcriptPath), 'subagents');
  for (const name of namesIn(directory)) {
    const [, id] = CHILD_FILE.exec(name) ?? [];
    const path = join(directory, name);
    if (id === undefined) continue;
    const news = readSubagent(path, cursorOf(path), () => subagent(id));
    if (news !== null) yield news;
  }
}

/** `<id>/<id>.jsonl`, in older versions `<id>.jsonl`. */
function conversationDirectory(transcriptPath: string): string {
  const parent = dirname(transcriptPath);
  const id = basename(transcriptPath).replace(/\.(?:jsonl|txt)$/, '');
  return basename(parent) === id ? parent : join(parent, id);
}

const subagent = (id: string): Subagent => ({
  toolUseId: null,
  startRows: () => ({
    detailsOf(value, place) {
      const row = parseRow(value);
      return row === null || row.kind === 'end' ? [] : subagentDetails(row, `${id}${place}`);
    },
    state: null,
  }),
});
