import { counted } from '../counted.ts';

const GIVEN = {
  continue: 'the memory',
  index: 'an index',
  reminder: 'a reminder',
  off: 'nothing',
} as const;

type Given = keyof typeof GIVEN;

/** What `status` says. Paths, times, sizes and commands come ready to print. */
export const statusEn = {
  noMemory: (path: string): string => `Memory: none yet (${path})`,
  memory: (of: {
    turns: number;
    sessions: number;
    size: string;
    /** Null: not checked yet. */
    integrity: string | null;
    path: string;
  }): string =>
    `Memory: ${counted(of.turns, 'turn')} in ${counted(of.sessions, 'session')}, ${of.size}, ${of.integrity === null ? 'not checked yet' : `integrity ${of.integrity}`} (${of.path})`,
  /** @param from the copy that was put back, if one was */
  damaged: (when: string, from: string | null): string =>
    `Memory was damaged ${when}: ${from === null ? 'a new one was begun' : `${from} was put back`}, transcripts are read again (doctor says more)`,
  damagedKept: (path: string): string => `the damaged file is kept: ${path}`,
  noProject: 'Project: none, the working directory was removed',
  project: (root: string, sessions: number): string =>
    `Project: ${root}, ${sessions === 0 ? 'nothing stored yet' : counted(sessions, 'session')}`,
  spool: (events: number): string => `Spool: ${counted(events, 'event')} still to be stored`,
  lock: (owner: number | null): string => `Lock: held by process ${owner ?? 'unknown'}`,
  given: (clear: Given, start: Given, compaction: Given): string =>
    `A session gets: after /clear ${GIVEN[clear]}, at a fresh start ${GIVEN[start]}, after a compaction ${GIVEN[compaction]} (config changes it)`,
  nothingRegistered: (command: string): string =>
    `Nothing is registered, so nothing is stored: ${command}`,
  noFailures: 'Failures: none',
  failures: 'Failures:',
  failure: (code: string, count: number, when: string): string => `${code}: ${count}, last ${when}`,
  justNow: 'just now',
  minutesAgo: (minutes: number): string => `${minutes} min ago`,
  host: (host: string, facts: readonly string[]): string => `${host}: ${facts.join(', ')}`,
  notFound: 'not found here',
  notRegistered: 'not registered',
  registeredInPart: 'registered in part',
  registered: 'registered',
  notRun: 'but the host does not run the hooks',
  captureOnly: 'capturing only beside the original (install --replace-original ends that)',
  turnsIn: (turns: number, sessions: number): string =>
    `${counted(turns, 'turn')} in ${counted(sessions, 'session')}`,
  lastStored: (when: string): string => `last stored ${when}`,
  /** @param arrived false: the host dropped it */
  lastGiven: (arrived: boolean, when: string, what: string): string =>
    `${arrived ? 'last delivered' : 'last offered'} ${when} (${what})`,
  missingEvents: (events: readonly string[], missing: readonly string[]): string =>
    `only ${events.join(', ')} are registered, ${missing.join(', ')} are missing: install adds them`,
  silencing: (fault: string): string => `${fault}: install takes ours out`,
  disabledBy: (host: string, setting: string, file: string): string =>
    `${setting} is set in ${file}: ${host} runs no hook`,
  memoryElsewhere: (directory: string): string =>
    `its hooks keep their memory in ${directory}, not in the one shown`,
};

export type StatusText = typeof statusEn;
