import { byteSize } from '../core/byte-size.ts';
import { counted } from '../core/counted.ts';
import { localMinute } from '../core/local-time.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { deliveryText } from './delivery-text.ts';
import type { StatusObject } from './status.ts';
import type { HostStatus } from './status-hosts.ts';
import { projectLine } from './status-project.ts';

/** The status for people; the same facts as the object. */
export function statusText(status: StatusObject, now: number): string {
  const { database, failures } = status;
  const failed = Object.entries(failures).map(
    ([code, { count, lastAt }]) => `  ${code}: ${count}, last ${when(lastAt, now)}`,
  );
  return [
    `Throughline ${status.version}  ${status.binary}`,
    databaseLine(database),
    ...(database.problem === null ? [] : [`  ${database.problem}`]),
    ...recoveryLines(database.recovered, now),
    projectLine(status.project, status.binary),
    ...(status.spool.events > 0
      ? [`Spool: ${counted(status.spool.events, 'event')} still to be stored`]
      : []),
    ...(status.lock.held ? [`Lock: held by process ${status.lock.owner ?? 'unknown'}`] : []),
    beginningsLine(status.beginnings),
    ...HOSTS.flatMap((host) => hostLines(host, status.hosts[host], now)),
    ...installHint(status),
    failed.length === 0 ? 'Failures: none' : 'Failures:',
    ...failed,
  ].join('\n');
}

function databaseLine({
  path,
  exists,
  bytes,
  sessions,
  turns,
  integrity,
}: StatusObject['database']): string {
  if (!exists) return `Memory: none yet (${path})`;
  const size = byteSize(bytes);
  const checked =
    integrity.checkedAt === null ? 'not checked yet' : `integrity ${integrity.result}`;
  return `Memory: ${counted(turns, 'turn')} in ${counted(sessions, 'session')}, ${size}, ${checked} (${path})`;
}

const beginningsLine = ({ onClear, onStart, onCompact }: StatusObject['beginnings']): string =>
  `A session gets: after /clear ${GIVEN[onClear]}, at a fresh start ${GIVEN[onStart]}, after a compaction ${GIVEN[onCompact]} (config changes it)`;

const GIVEN = {
  continue: 'the memory',
  index: 'an index',
  reminder: 'a reminder',
  off: 'nothing',
} as const;

function recoveryLines(
  recovered: StatusObject['database']['recovered'],
  now: number,
): readonly string[] {
  if (recovered === null) return [];
  const { at, from, kept } = recovered;
  const source = from === null ? 'a new one was begun' : `${from} was put back`;
  return [
    `Memory was damaged ${when(at, now)}: ${source}, transcripts are read again (doctor says more)`,
    `  the damaged file is kept: ${kept}`,
  ];
}

const installHint = ({ hosts, binary }: StatusObject): readonly string[] =>
  HOSTS.some((host) => hosts[host].events.length > 0)
    ? []
    : [`Nothing is registered, so nothing is stored: ${shellCommand([binary, 'install'])}`];

const hostLines = (host: Host, status: HostStatus, now: number): readonly string[] => [
  hostLine(host, status, now),
  ...status.problems.map((problem) => `  ${problem}`),
];

function hostLine(host: Host, status: HostStatus, now: number): string {
  if (!status.registered && status.events.length === 0 && status.turns === 0) {
    return `${host}: ${status.found ? 'not registered' : 'not found here'}`;
  }
  const parts = [
    registrationWord(status),
    `${counted(status.turns, 'turn')} in ${counted(status.sessions, 'session')}`,
    status.lastCaptureAt === null ? '' : `last stored ${when(status.lastCaptureAt, now)}`,
    lastGiven(status, now),
  ];
  return `${host}: ${parts.filter((part) => part !== '').join(', ')}`;
}

function lastGiven({ lastDelivery: last }: HostStatus, now: number): string {
  if (last === null) return '';
  const what = last.received === 'dropped' ? 'last offered' : 'last delivered';
  return `${what} ${when(last.at, now)} (${deliveryText(last)})`;
}

function registrationWord({ registered, events, trusted, captureOnly }: HostStatus): string {
  if (!registered) return events.length === 0 ? 'not registered' : 'registered in part';
  return [
    'registered',
    ...(trusted === false ? ['but the host does not run the hooks'] : []),
    ...(captureOnly
      ? ['capturing only beside the original (install --replace-original ends that)']
      : []),
  ].join(', ');
}

/** `5 min ago`, or the date when that is no help. */
function when(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'just now';
  if (minutes < 120) return `${minutes} min ago`;
  return localMinute(new Date(iso));
}
