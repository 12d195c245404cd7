import { counted } from '../counted.ts';

const elsewhere = 'use a directory on a local disk: --data-dir or THROUGHLINE_HOME';

/** What `doctor` says. Paths, spans and sizes come ready to print; what follows "To do:" is an order. */
export const doctorEn = {
  states: { ok: 'ok', warning: 'warning', failed: 'FAILED', skipped: 'skipped' },
  line: (text: string, todo: string): string => `${text.replace(/\.$/, '')}. To do: ${todo}`,

  noDirectory: (path: string): string => `${path} is not a directory`,
  moveAway: `move it away: ${elsewhere}`,
  notThereYet: (path: string): string => `${path} is not there yet`,
  firstHookMakesIt: 'nothing; the first hook makes it',
  cannotBeMade: (path: string, why: string): string =>
    `${path} is not there and cannot be made (${why})`,
  letWrite:
    'let this user write there, or choose another directory with --data-dir or THROUGHLINE_HOME',
  writable: 'you may write to it',
  foreignOwner: (path: string, owner: number, user: number): string =>
    `${path} belongs to user ${owner}, and you are ${user}`,
  runAsOwner: 'run as its owner, or choose another with --data-dir',
  volumeStays: 'nothing, if it is a volume that no other user enters: what is in it is yours alone',
  privateToYou: 'only you can read it',
  openToOthers: (first: string, more: number): string =>
    `other users have rights to ${first}${more > 0 ? ` and ${more} more` : ''}`,
  localDisk: (name: string | null): string => (name === null ? 'a local disk' : `${name}, local`),
  networkDisk: (name: string | null): string => `on a network file system (${name})`,
  declaredExclusive: (text: string): string =>
    `${text}, declared exclusive: no other machine may use it`,
  elsewhere,
  free: (size: string): string => `${size} free`,
  makeRoom: 'make room on that disk',
  lockedBy: (protocol: string | null): string =>
    protocol === null ? 'none used yet' : `locked by ${protocol}`,
  foreignProtocol: (protocol: string | null): string =>
    `another system uses this directory and locks it its own way (${protocol})`,
  oneForEachSystem: `${elsewhere}, one for each system`,

  noMemory: 'no memory yet',
  emptyMemory: (path: string): string => `${path} is empty`,
  memory: (of: { schema: number; sessions: number; turns: number; size: string }): string =>
    `schema ${of.schema}, ${counted(of.sessions, 'session')}, ${counted(of.turns, 'turn')}, ${of.size}`,
  hooksKeepTurns: 'nothing; hooks keep their turns meanwhile',
  nextTurnRepairs: 'nothing; the next turn that ends repairs it',
  sound: 'every page was read and is sound',
  repairedFromCopy: 'nothing; it is repaired from a copy and the transcripts',
  unchecked: (why: string): string => `could not be checked: ${why}`,
  lastCopy: (ago: string, path: string): string => `last copy ${ago} (${path})`,
  newCopyAtStart: 'a new one is made when a session starts',
  noCopy: 'no copy yet; the first is made when a session starts',
  damaged: (of: {
    ago: string;
    problem: string;
    state: 'restoring' | 'rereading' | 'done';
    /** The copy that was put back, if one was. */
    from: string | null;
  }): string => {
    const source = of.from === null ? 'a new one was begun' : `${of.from} was put back`;
    const progress = {
      restoring: 'it is being put back',
      rereading: `${source}, transcripts are being read again`,
      done: `${source}, transcripts were read again`,
    }[of.state];
    const missing =
      of.from === null
        ? 'Turns whose transcripts are gone may be missing, and which session goes on from which'
        : 'What is newer than that copy and in no transcript may be missing';
    return `the memory was damaged ${of.ago} (${of.problem}); ${progress}. ${missing}`;
  },
  deleteKept: (path: string): string =>
    `nothing; delete ${path} when you need it no more (it may hold what you have forgotten since)`,

  noLockToBreak: 'there was no lock to break',
  lockBroken: (pid: number, host: string): string =>
    `the lock of process ${pid} of ${host} was broken`,
  lockGone: (pid: number, host: string): string =>
    `the lock of process ${pid} of ${host} was already gone`,
  lockFree: 'free',
  lockLeft: (pid: number): string =>
    `left by process ${pid}, which is dead; the next writer takes it`,
  lockHeld: (pid: number, span: string): string => `held by process ${pid} for ${span}`,
  seeWhatItDoes: 'see what it does',
  lockElsewhere: (pid: number, host: string, span: string): string =>
    `held for ${span} by process ${pid} of ${host}, another container or machine`,
  unlock:
    'when that is gone: doctor --unlock; when one container at a time uses this directory: config exclusive true',
  nothingWaits: 'nothing waits to be stored',
  waiting: (events: number, span: string): string =>
    `${counted(events, 'event')} to be stored, the oldest for ${span}`,
  nextTurnStores: 'nothing, unless it lasts: the next turn that ends stores them',
  seeOtherLines: 'see the other lines',
  nothingToBeDone: 'nothing to be done',
  maintained: (pid: number, span: string): string => `process ${pid} is at it for ${span}`,
  notMaintained: (ago: string): string => `asked for ${ago} and not done`,
  nextHookStarts: 'nothing; the next hook starts it',
  noFailures: 'none in the last day',
  failures: (list: readonly { code: string; count: number; ago: string }[]): string =>
    `in the last day: ${list.map(({ code, count, ago }) => `${code} (${count} in all, last ${ago})`).join(', ')}`,
  lookInto: (path: string): string => `look into ${path}`,
  noneLeft: 'no turn was left by a killed window',
  left: (turns: number): string => `${counted(turns, 'turn')} left by a killed window`,
  nextSessionStores: 'nothing; stored when a session of that project starts',
};

export type DoctorText = typeof doctorEn;
