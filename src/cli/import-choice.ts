import { HOSTS, type Host, spell } from '../core/session.ts';
import type { FoundTranscript } from '../hosts/listing-host.ts';
import { listingHosts } from '../hosts/listing-hosts.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { TranscriptToImport } from '../memory/transcript-import.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { projectPlace } from '../platform/project.ts';
import { openMarks } from '../platform/session-marks.ts';
import { liveSessions } from '../platform/window-record.ts';

/** Which transcripts are meant. */
export interface TranscriptChoice {
  /** Null for all. */
  readonly hosts: readonly Host[] | null;
  /** Root of the one project; null for all. */
  readonly root: string | null;
  /** Epoch milliseconds; older ones are left out. */
  readonly since: number;
}

export interface HostTranscripts {
  readonly host: Host;
  /** Parents before forks, as far as their beginnings tell. */
  readonly transcripts: readonly TranscriptToImport[];
}

/** No host leaves a turn that runs without a row for so long, a tool at work excepted. */
const RECENT_MS = 5 * 60_000;

/** The transcripts on this machine that are meant, by host. */
export function chooseTranscripts(
  { hosts, root, since }: TranscriptChoice,
  environment: Environment,
): readonly HostTranscripts[] {
  const layout = dataLayout(environment.dataDirectory);
  const live = liveSessions(layout);
  const placeOf = placesIn(environment.home);
  return (hosts ?? HOSTS).map((host) => {
    const wanted: TranscriptToImport[] = [];
    for (const found of listingHosts[host].listTranscripts(environment, since)) {
      const place = placeOf(found.cwd);
      if (root !== null && place.projectRoot !== root) continue;
      const running = isRunning(found, live, layout, environment.now());
      wanted.push({ source: transcriptHosts[host], ...found, ...place, running });
    }
    return { host, transcripts: wanted.sort((a, b) => a.bornAt - b.bornAt) };
  });
}

/** Many conversations are of the same directory. */
function placesIn(home: string) {
  const known = new Map<string, Pick<TranscriptToImport, 'projectRoot' | 'cwd'>>();
  return (cwd: string | null) => {
    if (cwd === null) return { projectRoot: '', cwd: '' };
    const before = known.get(cwd);
    if (before !== undefined) return before;
    const { root, directory } = projectPlace(cwd, home);
    const place = { projectRoot: root, cwd: directory };
    known.set(cwd, place);
    return place;
  };
}

/** What the marks of its hooks, or the age of its file, say. */
function isRunning(
  { session, changedAt }: FoundTranscript,
  live: ReadonlySet<string>,
  layout: DataLayout,
  now: number,
): boolean {
  if (now - changedAt < RECENT_MS || live.has(spell(session))) return true;
  return openMarks(layout, session).length > 0;
}
