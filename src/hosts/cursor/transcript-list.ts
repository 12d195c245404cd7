import { join } from 'node:path';
import { sessionRef } from '../../core/session.ts';
import { namesIn } from '../../platform/directory-names.ts';
import type { Environment } from '../../platform/environment.ts';
import { directoryOf } from '../folder-directory.ts';
import { type FoundFile, foundFile } from '../found-file.ts';
import type { FoundTranscript, ListingHost } from '../listing-host.ts';
import { transcriptCandidates } from './paths.ts';

export const cursorListing: ListingHost = { tellsAttended: false, listTranscripts };

/** Conversations of all projects; those of subagents in a directory of their parent's are none. */
function* listTranscripts({ home }: Environment, changedSince = 0): Iterable<FoundTranscript> {
  const projects = join(home, '.cursor', 'projects');
  for (const folder of namesIn(projects)) {
    const found = [...transcriptsIn(join(projects, folder))].filter(
      ({ changedAt }) => changedAt >= changedSince,
    );
    const cwd = found.length === 0 ? null : directoryOf(folder, home);
    for (const transcript of found) yield { ...transcript, cwd };
  }
}

function* transcriptsIn(project: string): Iterable<Omit<FoundTranscript, 'cwd'>> {
  for (const id of idsIn(join(project, 'agent-transcripts'))) {
    const session = sessionRef('cursor', id);
    const file = session.ok ? fileOf(project, id) : null;
    if (!session.ok || file === null) continue;
    const { path, bytes, changedAt, madeAt: bornAt } = file;
    yield { session: session.value, path, bytes, changedAt, bornAt, attended: true };
  }
}

const idsIn = (directory: string): ReadonlySet<string> =>
  new Set(namesIn(directory).map((name) => name.replace(/\.(?:jsonl|txt)$/, '')));

function fileOf(project: string, id: string): (FoundFile & { readonly path: string }) | null {
  for (const path of transcriptCandidates(project, id)) {
    const file = foundFile(path);
    if (file !== null && file.bytes > 0) return { path, ...file };
  }
  return null;
}
