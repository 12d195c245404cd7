import { isAbsolute, join } from 'node:path';
import { sessionRef } from '../../core/session.ts';
import { namesIn } from '../../platform/directory-names.ts';
import type { Environment } from '../../platform/environment.ts';
import { directoryOf } from '../folder-directory.ts';
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
    let named: string | null | undefined;
    for (const name of namesIn(join(projects, project))) {
      const found = transcriptAt(join(projects, project), name, changedSince);
      if (found === null) continue;
      if (found.cwd === null) named ??= directoryOf(project, environment.home);
      yield { ...found, cwd: found.cwd ?? named ?? null };
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

type Row = Readonly<Record<string, unknown>>;

interface Head {
  readonly cwd: string | null;
  readonly attended: boolean;
  readonly firstAt: number | null;
  /** It has rows, and none of them is of a conversation with a person. */
  readonly sideOnly: boolean;
}

/** Rows of the conversation that are looked at for an absolute directory. */
const MOST_ROWS = 50;

/** A fork begins with rows of its own, or with copies that keep their time. */
function headOf(rows: Iterable<Row>): Head {
  let firstAt: number | null = null;
  let attended: boolean | null = null;
  let looked = 0;
  let side = false;
  for (const row of rows) {
    firstAt ??= timeOf(row.timestamp);
    side = true;
    if (!isOfConversation(row)) continue;
    attended ??= !(stringOf(row.entrypoint) ?? '').startsWith('sdk-');
    const cwd = absolute(pathOf(row.cwd));
    if (cwd !== null) return { cwd, attended, firstAt, sideOnly: false };
    looked += 1;
    if (looked >= MOST_ROWS) break;
  }
  return { cwd: null, attended: attended ?? true, firstAt, sideOnly: side && attended === null };
}

const isOfConversation = (row: Row): boolean =>
  row.isSidechain !== true && (pathOf(row.cwd) !== null || SPOKEN.includes(row.type));

const absolute = (path: string | null): string | null =>
  path !== null && isAbsolute(path) ? path : null;
