import { dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { BoundedMap } from '../bounded-map.ts';
import { pathOf, safeId, stringOf } from '../payload-fields.ts';
import { MOST_TOOLS } from '../reader-state.ts';
import { readSubagent, type Subagent } from '../subagent-reading.ts';
import { updatesPath } from './paths.ts';
import { subagentDetails, subagentSource } from './transcript-details.ts';
import { parseRow } from './transcript-rows.ts';

/**
 * What is new in the sessions of a session's subagents. They stand among all sessions, under the
 * directory the subagent worked in; `subagents/` of the parent tells which they are.
 * @param updates the parent's `updates.jsonl`
 * @param cursorOf where an earlier reading of that file ended
 */
export function* readGrokSubagents(
  updates: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): Iterable<SubagentReading> {
  const directory = join(dirname(updates), 'subagents');
  for (const name of namesIn(directory)) {
    const agent = describe(join(directory, name, 'meta.json'), updates);
    if (agent === null) continue;
    const news = readSubagent(agent.path, cursorOf(agent.path), () => subagent(agent));
    if (news !== null) yield news;
  }
}

interface Described {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

function describe(path: string, updates: string): Described | null {
  const meta = readJsonFile(path);
  if (!isRecord(meta)) return null;
  const id = safeId(meta.child_session_id) ?? safeId(meta.subagent_id);
  if (id === null || id.startsWith('.')) return null;
  const group = dirname(dirname(updates));
  const beside = join(group, id, 'updates.jsonl');
  const cwd = pathOf(meta.child_cwd);
  const elsewhere = cwd === null ? null : updatesPath(dirname(dirname(group)), cwd, id);
  const type = stringOf(meta.subagent_type) ?? 'subagent';
  return { id: stringOf(meta.subagent_id) ?? id, type, path: elsewhere ?? beside };
}

const subagent = ({ id, type }: Described): Subagent => ({
  toolUseId: subagentSource(id),
  startRows() {
    const tools = new BoundedMap<string>([], MOST_TOOLS);
    return {
      detailsOf(value, place) {
        const row = parseRow(value, place);
        if (row === null) return [];
        /* Places in the files of two subagents of one turn may be the same. */
        return subagentDetails(row, type, tools).map((detail) => ({
          ...detail,
          sourceId: `${id}:${detail.sourceId}`,
        }));
      },
      state: null,
    };
  },
});
