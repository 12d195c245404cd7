import { join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { stringOf } from '../payload-fields.ts';
import { readSubagent, type Subagent } from '../subagent-reading.ts';
import { subagentDetails } from './transcript-details.ts';
import { parseRow } from './transcript-rows.ts';

const AGENT_FILE = /^agent-(.+)\.jsonl$/;
/** Agents that were started by a tool call; the host's own forks are named for what they do. */
const TOOL_AGENT = /^[0-9a-f]+$/;

/**
 * What is new in the transcripts of a session's subagents, which stand beside its own in
 * `<session>/subagents/`. Files without news are left out, and so are the host's internal forks.
 * @param cursorOf where an earlier reading of that file ended
 */
export function* readClaudeSubagents(
  transcriptPath: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): Iterable<SubagentReading> {
  const directory = join(transcriptPath.replace(/\.jsonl$/, ''), 'subagents');
  for (const name of namesIn(directory)) {
    const [, id] = AGENT_FILE.exec(name) ?? [];
    const path = join(directory, name);
    if (id === undefined) continue;
    const news = readSubagent(path, cursorOf(path), () => describe(path, id));
    if (news !== null) yield news;
  }
}

/** The file beside it says who started it for what; older versions write none. Null: not to be read. */
function describe(path: string, id: string): Subagent | null {
  const meta = readJsonFile(path.replace(/\.jsonl$/, '.meta.json'));
  if (!isRecord(meta)) return TOOL_AGENT.test(id) ? subagent('subagent', null) : null;
  const { agentType, toolUseId } = meta;
  if (agentType === '') return null;
  return subagent(stringOf(agentType) ?? 'subagent', stringOf(toolUseId));
}

const subagent = (type: string, toolUseId: string | null): Subagent => ({
  toolUseId,
  startRows: () => ({
    detailsOf(value, place) {
      const row = parseRow(value, place);
      return row === null || row.kind === 'attachment' ? [] : subagentDetails(row, type);
    },
    state: null,
  }),
});
