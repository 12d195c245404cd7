import { counted } from '../counted.ts';
import type { Delivered, DeliveryKind, Received } from '../delivery.ts';

/** Hooks that a host does not run for one reason, by their events. */
export interface WaitingHooks {
  readonly trust: 'trusted' | 'untrusted' | 'changed' | 'disabled';
  readonly events: readonly string[];
}

/** What may be wrong with a delivery, and what to do about it. */
interface Fault {
  readonly text: string;
  readonly todo: string;
}

const RECEIVED = {
  whole: 'received whole',
  cut: 'received in part',
  dropped: 'not received',
} as const;

const TRUST: Readonly<Record<WaitingHooks['trust'], string>> = {
  trusted: 'trusted',
  untrusted: 'not trusted yet',
  changed: 'changed since it was trusted',
  disabled: 'turned off',
};

const LIKENESS = {
  'same-directory': 'it is the same directory, moved or renamed',
  'same-number': 'probably the same directory, moved or renamed',
  'same-name': 'which is gone and had the same name',
} as const;

/** What a delivery holds. */
const HELD: Readonly<Record<DeliveryKind, (count: number) => string>> = {
  memory: (turns) => counted(turns, 'turn'),
  index: (sessions) => `an index of ${counted(sessions, 'session')}`,
  reminder: (turns) => `a reminder of ${counted(turns, 'turn')}`,
};

/** What the answers of several commands say. Paths, times and commands come ready to print. */
export const factsEn = {
  turns: (count: number): string => counted(count, 'turn'),
  sessions: (count: number): string => counted(count, 'session'),
  finishedTurns: (count: number): string => counted(count, 'finished turn'),
  anyProject: 'any project',
  thisProject: 'this project',
  nothingStored: (of: string): string => `Nothing is stored of ${of}.`,
  /** @param why a clause without a full stop */
  soNothingIsStored: (why: string): string => `${why}: nothing is stored`,
  /** What is wrong, and after it what to do. */
  withTodo: (text: string, todo: string): string => `${text}: ${todo}`,
  /** `3 s`, `5 min`, `7 h`, `2 days`; an age below zero (a clock that went back) counts as none. */
  span(milliseconds: number): string {
    const seconds = Math.max(0, Math.round(milliseconds / 1000));
    if (seconds < 120) return `${seconds} s`;
    if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
    return seconds < 172_800
      ? `${Math.round(seconds / 3600)} h`
      : `${Math.round(seconds / 86_400)} days`;
  },
  ago: (span: string): string => `${span} ago`,
  /** `12 turns, 9,312 characters, received whole` */
  delivery({ kind, pages, turns, characters, received }: Delivered): string {
    const length = `${characters.toLocaleString('en-US')} characters`;
    return [
      HELD[kind](turns),
      pages === 1 ? length : `${length} on ${pages} pages`,
      ...(received === null ? [] : [RECEIVED[received]]),
    ].join(', ');
  },
  deliveryFault: (host: string, kind: DeliveryKind, received: Exclude<Received, 'whole'>): Fault =>
    received === 'cut'
      ? {
          text: `${host} passed only a part of the last ${kind} on to its model`,
          todo: `see whether ${host} says that a hook timed out, and whether status counts a busy database; else update Throughline, since ${host} may take less than it did. The agent finds the rest with recall`,
        }
      : {
          text: `${host} passed nothing of the last ${kind} on to its model`,
          todo: `see whether ${host} says that a hook timed out or failed; the agent finds what is stored with recall`,
        },
  /** `Codex does not run SessionStart, Stop (not trusted yet); Interrupt (turned off)`. */
  notRun: (host: string, waiting: readonly WaitingHooks[]): string =>
    `${host} does not run ${waiting.map(({ trust, events }) => `${events.join(', ')} (${TRUST[trust]})`).join('; ')}`,
  /** In the first list `t` would trust every hook of everybody. */
  review(host: string, { isUnseen, isOff }: { isUnseen: boolean; isOff: boolean }): string {
    const keys = [
      ...(isUnseen ? ['and t trusts it'] : []),
      ...(isOff ? ['and the space bar turns it on'] : []),
    ];
    return `open ${host}, type /hooks, open each of these events with Enter, move to the line whose command is throughline-bin, ${keys.join(', ')}`;
  },
  /** One clause, without a full stop. */
  cannotWrite(path: string, code: string): string {
    if (code === 'ENOTDIR') return `${path} cannot be made, a part of its path is no directory`;
    if (code === 'EROFS') return `${path} is on a read-only file system`;
    return `${path} cannot be written to by this user${code === 'EACCES' ? '' : ` (${code})`}`;
  },
  /** `command` takes the sessions of a project over that this one probably was before it was moved. */
  looksLike: (
    root: string,
    of: { sessions: number; why: keyof typeof LIKENESS; command: string },
  ): string =>
    `looks like ${root} (${counted(of.sessions, 'session')}), ${LIKENESS[of.why]}: ${of.command}`,
  ignoresFile: (host: string, file: string, fault: string): string =>
    `${host} ignores the whole of ${file}: ${fault}`,
};

export type FactsText = typeof factsEn;
