import { statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TranscriptCursor } from '../../core/cursor.ts';
import type { SubagentReading } from '../../core/reading.ts';
import { isRecord } from '../../core/record.ts';
import type { Detail } from '../../core/turn.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { namesIn } from '../../platform/directory-names.ts';
import { BoundedMap } from '../bounded-map.ts';
import { MOST_TOOLS } from '../cursor-state.ts';
import { pathOf, safeId, stringOf } from '../payload-fields.ts';
import { type OpenTranscript, readTranscriptFile } from '../transcript-file.ts';
import { objectsOfLine } from '../transcript-line.ts';
import { updatesPath } from './paths.ts';
import { subagentDetails, subagentSource } from './transcript-details.ts';
import { parseRow } from './transcript-rows.ts';

/**
 * What is new in the sessions of a session's subagents. They stand among all sessions, under the
 * directory the subagent worked in; `subagents/` of the parent tells which they are.
 * @param updates the parent's `updates.jsonl`
 * @param cursorOf where an earlier reading of that file ended
 */
export function readGrokSubagents(
  updates: string,
  cursorOf: (path: string) => TranscriptCursor | null,
): readonly SubagentReading[] {
  const directory = join(dirname(updates), 'subagents');
  return namesIn(directory).flatMap((name) => {
    const agent = describe(join(directory, name, 'meta.json'), updates);
    return agent === null ? [] : (readSubagent(agent, cursorOf(agent.path)) ?? []);
  });
}

interface Subagent {
  readonly id: string;
  readonly type: string;
  readonly path: string;
}

function describe(path: string, updates: string): Subagent | null {
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

function readSubagent(agent: Subagent, cursor: TranscriptCursor | null): SubagentReading | null {
  const { path, id, type } = agent;
  if (cursor !== null && statSync(path, { throwIfNoEntry: false })?.size === cursor.offset)
    return null;
  return readTranscriptFile(path, cursor, (file) => {
    /* Places in the files of two subagents of one turn may be the same. */
    const details = newDetails(file, type).map((detail) => ({
      ...detail,
      sourceId: `${id}:${detail.sourceId}`,
    }));
    const news = cursor === null || !file.resumed || file.end().offset > cursor.offset;
    if (!news) return null;
    const toolUseId = subagentSource(id);
    return { path, toolUseId, details, cursor: { ...file.end(), state: null } };
  });
}

function newDetails(file: OpenTranscript, type: string): Detail[] {
  const tools = new BoundedMap<string>([], MOST_TOOLS);
  const details: Detail[][] = [];
  for (const { bytes, offset } of file.lines()) {
    for (const [index, value] of objectsOfLine(bytes.toString('utf8')).entries()) {
      const row = parseRow(value, `@${offset}.${index}`);
      if (row !== null) details.push(subagentDetails(row, type, tools));
    }
  }
  return details.flat();
}
