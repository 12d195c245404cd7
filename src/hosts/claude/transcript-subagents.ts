import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { type OpenTranscript, readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { subagentDetails } from './transcript-details.ts';
import { parseRow, stringOrNull } from './transcript-rows.ts';

const AGENT_FILE = /^agent-(.+)\.jsonl$/;
/** Agents that were started by a tool call; the host's own forks are named for what they do. */
const TOOL_AGENT = /^[0-9a-f]+$/;

/**
 * What is new in the transcripts of a session's subagents, which stand beside its own in
 * `<session>/subagents/`. Files without news are left out, and so are the host's internal forks.
 * @param cursorOf where an earlier reading of that file ended
 */
export function readClaudeSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): readonly SubagentReading[] {
  const directory = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents');
  return namesIn(directory).flatMap((name) => {
    const [, id] = AGENT_FILE.exec(name) ?? [];
    const path = join(directory, name);
    return id === undefined ? [] : (readSubagent(path, id, cursorOf(path)) ?? []);
  });
}

function readSubagent(
  path: string,
  id: string,
  cursor: TranscriptCursor | null,
): SubagentReading | null {
  if (cursor !== null && statSync(path, { throwIfNoEntry: false })?.size === cursor.offset)
    return null;
  const agent = describe(path, id);
  if (agent === null) return null;
  return readTranscriptFile(path, cursor, (file) => {
    const details = newDetails(file, agent.type);
    const news = cursor === null || !file.resumed || file.end().offset > cursor.offset;
    if (!news) return null;
    return { path, toolUseId: agent.toolUseId, details, cursor: { ...file.end(), state: null } };
  });
}

/** The file beside it says who started it for what; older versions write none. Null: not to be read. */
function describe(
  path: string,
  id: string,
): { readonly type: string; readonly toolUseId: string | null } | null {
  const meta = readJsonFile(path.replace(/\.jsonl$/, '.meta.json'));
  if (!isRecord(meta)) return TOOL_AGENT.test(id) ? { type: 'subagent', toolUseId: null } : null;
  const { agentType, toolUseId } = meta;
  if (agentType === '') return null;
  return { type: stringOrNull(agentType) ?? 'subagent', toolUseId: stringOrNull(toolUseId) };
}

function newDetails(file: OpenTranscript, agent: string): Detail[] {
  const rows: Detail[][] = [];
  for (const { bytes, offset } of file.lines()) {
    for (const [index, value] of objectsOfLine(bytes.toString('utf8')).entries()) {
      const row = parseRow(value, `@${offset}.${index}`);
      if (row !== null && row.kind !== 'attachment') rows.push(subagentDetails(row, agent));
    }
  }
  return rows.flat();
}
