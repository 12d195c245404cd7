import { isAbsolute, join } from 'node:path';
import { isRecord } from '../../core/record.ts';
import { sessionRef } from '../../core/session.ts';
import { readJsonFile } from '../../platform/atomic-file.ts';
import { namesIn } from '../../platform/directory-names.ts';
import type { Environment } from '../../platform/environment.ts';
import { type FoundFile, foundFile, timeOf } from '../found-file.ts';
import type { FoundTranscript, ListingHost } from '../listing-host.ts';
import { pathOf } from '../payload-fields.ts';
import { chatHistoryPath, grokHome, UPDATES } from './paths.ts';

export const grokListing: ListingHost = { tellsAttended: true, listTranscripts };

/** Sessions of all directories; those of subagents stand among them, and are none. */
function* listTranscripts(environment: Environment, changedSince = 0): Iterable<FoundTranscript> {
  const { variables, home, cwd } = environment;
  const sessions = join(grokHome(variables, home, cwd), 'sessions');
  for (const directory of namesIn(sessions)) {
    for (const id of namesIn(join(sessions, directory))) {
      const found = sessionAt(join(sessions, directory), id, decoded(directory), changedSince);
      if (found !== null) yield found;
    }
  }
}

function sessionAt(
  directory: string,
  id: string,
  named: string | null,
  changedSince: number,
): FoundTranscript | null {
  const session = sessionRef('grok', id);
  const path = join(directory, id, UPDATES);
  const file = session.ok ? fileOf(path) : null;
  if (!session.ok || file === null || file.changedAt < changedSince) return null;
  const { info, session_kind: kind, created_at: created } = summaryOf(path);
  if (kind === 'subagent') return null;
  const { bytes, changedAt, madeAt } = file;
  const bornAt = timeOf(created) ?? madeAt;
  const cwd = absolute(pathOf(isRecord(info) ? info.cwd : null)) ?? absolute(named);
  return {
    session: session.value,
    path,
    cwd,
    bytes,
    changedAt,
    bornAt,
    attended: kind !== 'headless',
  };
}

const absolute = (path: string | null): string | null =>
  path !== null && isAbsolute(path) ? path : null;

/** Without its stream of updates, what the model's view still holds is read. */
function fileOf(updates: string): FoundFile | null {
  const file = foundFile(updates);
  return file !== null && file.bytes > 0 ? file : foundFile(chatHistoryPath(updates));
}

function summaryOf(updates: string): Readonly<Record<string, unknown>> {
  const summary = readJsonFile(join(updates, '..', 'summary.json'));
  return isRecord(summary) ? summary : {};
}

/** The name of a directory is its path; of a long one a hash, which tells nothing. */
function decoded(name: string): string | null {
  try {
    return pathOf(decodeURIComponent(name));
  } catch {
    return null; /* URIError: no name of Grok's */
  }
}
