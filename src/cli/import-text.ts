import { counted } from '../core/counted.ts';
import { printable } from '../core/printable.ts';
import type { HostImport, TranscriptsImport } from './import-transcripts.ts';
import { titlesOf } from './registration-options.ts';

/** So many files that could not be read are named; `--json` has them all. */
const MOST_NAMED = 10;

export function importText({ dryRun, hosts, interrupted }: TranscriptsImport): string {
  if (hosts.length === 0) return 'Nothing is found to bring in.';
  const turns = hosts.reduce((sum, { counts }) => sum + counts.turns, 0);
  const sessions = hosts.reduce((sum, { counts }) => sum + counts.sessions, 0);
  return [
    `${dryRun ? 'Would bring in' : 'Brought in'} ${counted(turns, 'turn')} of ${counted(sessions, 'new session')}.`,
    ...hosts.map(hostLine),
    ...unreadableLines(hosts),
    ...(interrupted ? [dryRun ? 'Stopped.' : STOPPED] : []),
  ].join('\n');
}

const STOPPED =
  'Stopped. What was read so far is stored; run import again, and it goes on from there.';

function hostLine({ host, chosen, counts, unreadable }: HostImport): string {
  const [title = host] = titlesOf([host]);
  const same = chosen - counts.transcripts - unreadable.length;
  const what = `${counted(counts.turns, 'turn')}, ${counted(counts.sessions, 'new session')}`;
  return `  ${title}: ${what}; ${counted(chosen, 'transcript')}, ${Math.max(0, same)} without news`;
}

function unreadableLines(hosts: readonly HostImport[]): readonly string[] {
  const all = hosts.flatMap(({ unreadable }) => unreadable);
  if (all.length === 0) return [];
  const rest = all.length - MOST_NAMED;
  return [
    `Could not read ${counted(all.length, 'file')}; import brings in the rest once they can be read:`,
    ...all.slice(0, MOST_NAMED).map(({ path, reason }) => `  ${printable(path)}: ${words(reason)}`),
    ...(rest > 0 ? [`  and ${rest} more, see --json`] : []),
  ];
}

function words(reason: string): string {
  if (reason === 'damaged') return 'it is damaged';
  if (reason === 'gone') return 'it is gone';
  return reason === 'EACCES' ? 'permission denied (EACCES)' : printable(reason);
}
