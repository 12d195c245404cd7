import { byteSize } from '../core/byte-size.ts';
import { localMinute } from '../core/local-time.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { shellCommand } from '../core/shell-quote.ts';
import type { StatusText } from '../core/text/status-en.ts';
import type { StatusObject } from './status.ts';
import { autoHandoffLines } from './status-auto-handoff.ts';
import type { HostStatus } from './status-hosts.ts';
import { projectLine } from './status-project.ts';
import type { Words } from './words.ts';

interface Telling {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Starts this product. */
  readonly command: readonly string[];
  readonly words: Words;
}

/** The status for people; the same facts as the object. */
export function statusText(status: StatusObject, { now, command, words }: Telling): string {
  const { database, failures, spool, lock, beginnings } = status;
  const { status: text } = words;
  const failed = Object.entries(failures).map(
    ([code, { count, lastAt }]) => `  ${text.failure(code, count, when(lastAt, now, text))}`,
  );
  return [
    `Throughline ${status.version}  ${status.binary}`,
    databaseLine(database, text),
    ...(database.problem === null ? [] : [`  ${database.problem}`]),
    ...recoveryLines(database.recovered, now, text),
    projectLine(status.project, command, words),
    ...(spool.events > 0 ? [text.spool(spool.events)] : []),
    ...(lock.held ? [text.lock(lock.owner)] : []),
    text.given(beginnings.onClear, beginnings.onStart, beginnings.onCompact),
    ...autoHandoffLines(status.autoHandoff, words),
    ...HOSTS.flatMap((host) => hostLines(host, status.hosts[host], now, words)),
    ...installHint(status, command, text),
    failed.length === 0 ? text.noFailures : text.failures,
    ...failed,
  ].join('\n');
}

function databaseLine(
  { path, exists, bytes, sessions, turns, integrity }: StatusObject['database'],
  text: StatusText,
): string {
  if (!exists) return text.noMemory(path);
  const checked = integrity.checkedAt === null ? null : integrity.result;
  return text.memory({ turns, sessions, size: byteSize(bytes), integrity: checked, path });
}

function recoveryLines(
  recovered: StatusObject['database']['recovered'],
  now: number,
  text: StatusText,
): readonly string[] {
  if (recovered === null) return [];
  const { at, from, kept } = recovered;
  return [text.damaged(when(at, now, text), from), `  ${text.damagedKept(kept)}`];
}

const installHint = (
  { hosts }: StatusObject,
  command: readonly string[],
  text: StatusText,
): readonly string[] =>
  HOSTS.some((host) => hosts[host].events.length > 0)
    ? []
    : [text.nothingRegistered(shellCommand([...command, 'install']))];

const hostLines = (
  host: Host,
  status: HostStatus,
  now: number,
  words: Words,
): readonly string[] => [
  words.status.host(host, hostFacts(status, now, words)),
  ...status.problems.map((problem) => `  ${problem}`),
];

function hostFacts(status: HostStatus, now: number, words: Words): readonly string[] {
  const { status: text } = words;
  const { registered, events, turns, sessions, lastCaptureAt } = status;
  if (!registered && events.length === 0 && turns === 0)
    return [status.found ? text.notRegistered : text.notFound];
  return [
    ...registrationFacts(status, text),
    text.turnsIn(turns, sessions),
    ...(lastCaptureAt === null ? [] : [text.lastStored(when(lastCaptureAt, now, text))]),
    ...lastGiven(status, now, words),
  ];
}

function lastGiven(
  { lastDelivery: last }: HostStatus,
  now: number,
  { facts, status }: Words,
): readonly string[] {
  if (last === null) return [];
  const at = when(last.at, now, status);
  return [status.lastGiven(last.received !== 'dropped', at, facts.delivery(last))];
}

function registrationFacts(
  { registered, events, trusted, captureOnly }: HostStatus,
  text: StatusText,
): readonly string[] {
  if (!registered) return [events.length === 0 ? text.notRegistered : text.registeredInPart];
  return [
    text.registered,
    ...(trusted === false ? [text.notRun] : []),
    ...(captureOnly ? [text.captureOnly] : []),
  ];
}

/** `5 min ago`, or the date when that is no help. */
function when(iso: string, now: number, text: StatusText): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return text.justNow;
  if (minutes < 120) return text.minutesAgo(minutes);
  return localMinute(new Date(iso));
}
