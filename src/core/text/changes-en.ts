import { counted } from '../counted.ts';

/** What goes with a `prune`. */
interface Dropped {
  readonly turns: number;
  readonly details: number;
  readonly size: string;
}

const dropped = ({ details, size, turns }: Dropped): string =>
  `${counted(details, 'detail')} (${size}) of ${counted(turns, 'turn')}`;

/** What `sessions adopt` and `prune` say. Paths, times, sizes and commands come ready to print. */
export const changesEn = {
  /** @param isDone false: it is only planned */
  taken: (
    of: { sessions: number; turns: number; from: string; to: string },
    isDone: boolean,
  ): string =>
    `${isDone ? 'Took' : 'Would take'} over ${counted(of.sessions, 'session')} (${counted(of.turns, 'turn')}) of ${of.from} into ${of.to}.`,
  givenBack: (
    of: { sessions: number; turns: number; from: string; to: string },
    isDone: boolean,
  ): string =>
    `${isDone ? 'Gave' : 'Would give'} ${counted(of.sessions, 'session')} (${counted(of.turns, 'turn')}) of ${of.from} back to ${of.to}.`,
  toGiveBack: (command: string): string => `To give them back, from here: ${command}`,

  everyProject: 'every project',
  /** What of where from before when, and the copies that go with it. */
  whatGoes: (of: Dropped & { where: string; before: string; copies: number }): string =>
    `${dropped(of)} of ${of.where} from before ${of.before}.${of.copies === 0 ? '' : ` ${counted(of.copies, 'copy', 'copies')} of the memory that hold them go too, and a new one is made.`}`,
  question: (what: string): string => `This drops ${what}\nDrop them for good? [y/N] `,
  unconfirmed: (what: string): string =>
    `This would drop ${what} Nothing was dropped; add --yes to do it.`,
  notDropped: 'Nothing was dropped.',
  nothingToDrop: (where: string, before: string): string =>
    `Nothing of ${where} from before ${before} has details to drop.`,
  dropped: (of: Dropped, isDone: boolean): string =>
    `${isDone ? 'Dropped' : 'Would drop'} ${dropped(of)}.`,
  smaller: (now: string, before: string): string =>
    `The memory takes ${now} now, ${before} before.`,
  notSmaller: (size: string, why: string): string =>
    `The memory still takes ${size}, because it could not be made smaller now: ${why}`,
  usedAgain:
    'The space is used again for new turns; the next prune that drops something gives it back.',
};

export type ChangesText = typeof changesEn;
