import { isAbsolute, join } from 'node:path';
import { sessionRef } from '../../core/session.ts';
import { namesIn } from '../../platform/directory-names.ts';
import type { Environment } from '../../platform/environment.ts';
import { foundFile, rowsAtHead, timeOf } from '../found-file.ts';
import type { FoundTranscript, ListingHost } from '../listing-host.ts';
import { pathOf, stringOf } from '../payload-fields.ts';
import { claudePaths } from './paths.ts';

const TRANSCRIPT = /^(.+)\.jsonl$/;
/** Older versions keep what subagents did beside the conversations. */
const SUBAGENT = /^agent-/;
const SPOKEN: readonly unknown[] = ['user', 'assistant'];

export const claudeListing: ListingHost = { tellsAttended: true, listTranscripts };

/** Conversations of all projects; files of subagents, and those with summaries alone, are none. */
function* listTranscripts(environment: Environment, changedSince = 0): Iterable<FoundTranscript> {
  const projects = join(claudePaths(environment, 'user').directory, 'projects');
  for (const project of namesIn(projects)) {
    for (const name of namesIn(join(projects, project))) {
      const found = transcriptAt(join(projects, project), name, changedSince);
      if (found !== null) yield found;
    }
  }
}

function transcriptAt(
  directory: string,
  name: string,
  changedSince: number,
): FoundTranscript | null {
  const [, id] = TRANSCRIPT.exec(name) ?? [];
  const session = sessionRef('claude', id);
  if (!session.ok || SUBAGENT.test(name)) return null;
  const path = join(directory, name);
  const file = foundFile(path, changedSince);
  const head = file === null ? null : rowsAtHead(path, headOf);
  if (file === null || head === null || head.sideOnly) return null;
  const { bytes, changedAt, madeAt } = file;
  const { cwd, attended, firstAt } = head;
  return {
    session: session.value,
    path,
    cwd,
    bytes,
    changedAt,
    bornAt: firstAt ?? madeAt,
    attended,
  };
}

interface Head {
  readonly cwd: string | null;
  readonly attended: boolean;
  readonly firstAt: number | null;
  /** It has rows, and none of them is of a conversation with a person. */
  readonly sideOnly: boolean;
}

/** A fork begins with rows of its own, or with copies that keep their time. */
function headOf(rows: Iterable<Readonly<Record<string, unknown>>>): Head {
  let firstAt: number | null = null;
  let side = false;
  for (const row of rows) {
    firstAt ??= timeOf(row.timestamp);
    side = true;
    if (row.isSidechain === true) continue;
    const cwd = pathOf(row.cwd);
    const spoken = SPOKEN.includes(row.type);
    if (cwd === null && !spoken) continue;
    const attended = !(stringOf(row.entrypoint) ?? '').startsWith('sdk-');
    const known = cwd !== null && isAbsolute(cwd) ? cwd : null;
    return { cwd: known, attended, firstAt, sideOnly: false };
  }
  return { cwd: null, attended: true, firstAt, sideOnly: side };
}
