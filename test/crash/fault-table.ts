import { mkdirSync, truncateSync, writeFileSync } from 'node:fs';
import * as causes from './fault-causes.ts';
import type { Ground, Starter, TurnPlace } from './fault-place.ts';

/** What somebody sees of a command: its exit code, and what it says on stderr. */
export interface Answer {
  readonly exit: number;
  /** `DATA` is the data directory, `…` anything. */
  readonly says: string;
}

/** One thing that goes wrong between the answer to a prompt and the hook that stores both. */
export interface Fault {
  readonly fault: string;
  readonly happens: string;
  readonly cause: causes.Cause;
  /** It was there before the prompt. */
  readonly isEarly?: true;
  readonly starter?: Starter;
  readonly ground?: Ground;
  readonly needs?: 'mount' | 'fuse';
  /** Of `recall`, before the hook; by default 0 and not a word. */
  readonly recall?: Answer;
  /** Of the hook; by default 0 and not a word. */
  readonly hook?: Answer;
  /** Where the turn is after the hook, while the fault is still there. */
  readonly turn: TurnPlace;
  /** What `recall` gives once it is over; by default the first turn and the second. */
  readonly order?: readonly string[];
}

const hookSays = (says: string): Answer => ({
  exit: 1,
  says: `throughline-bin process-turn: ${says}`,
});
const recallSays = (says: string): Answer => ({ exit: 3, says: `throughline-bin: ${says}` });
const isDamaged = recallSays(
  'The memory file DATA/memory.db is damaged; the next hook sets it aside and puts the newest copy in its place.',
);
const cannotBeUsed = (why: string): Answer =>
  recallSays(`The database cannot be used (${why}): DATA/memory.db`);
const anew =
  'Set aside in `backups/`; a new memory takes its place and gets back what the transcript holds.';
const notADirectory = (path: string): void => writeFileSync(path, 'a file');
const otherProtocol = (path: string): void => writeFileSync(path, 'windows\n');
const cut = (path: string): void => truncateSync(path, 6000);
const garbage = new Uint8Array(9000).fill(7);

const disks: readonly Fault[] = [
  {
    fault: 'full disk',
    happens: 'Nothing is changed, not even half of the event is kept.',
    ground: 'small-disk',
    needs: 'mount',
    cause: causes.fullDisk,
    hook: hookSays('ENOSPC: no space left on device, write'),
    turn: 'in the transcript',
  },
  {
    fault: 'quota (a limit on the size of files)',
    happens: 'The memory stays as it was; the event is small enough to be kept.',
    cause: causes.noGrowth,
    turn: 'in the spool',
  },
  {
    fault: 'disk that has become read-only',
    happens: 'The memory is still read.',
    ground: 'small-disk',
    needs: 'mount',
    cause: causes.readOnlyDisk,
    hook: hookSays("EROFS: read-only file system, mkdir 'DATA/spool'"),
    turn: 'in the transcript',
  },
  {
    fault: 'network file system (a FUSE disk of type sshfs)',
    happens: 'Nothing is written: several machines would damage it.',
    needs: 'fuse',
    cause: causes.networkDisk,
    hook: hookSays(
      'DATA is on a network file system (fuse.sshfs), where a memory that several machines write would be damaged: choose another directory with --data-dir or THROUGHLINE_HOME on a local disk.',
    ),
    turn: 'in the transcript',
  },
];

const rights: readonly Fault[] = [
  {
    fault: 'directory without the right to write',
    happens: 'The memory is still read; no file appears.',
    starter: 'nobody',
    cause: causes.mode(0o500),
    hook: hookSays("EACCES: permission denied, mkdir 'DATA/spool'"),
    turn: 'in the transcript',
  },
  {
    fault: '`memory.db` without the right to write',
    happens: 'The memory is still read; the event is kept.',
    starter: 'nobody',
    cause: causes.mode(0o400, 'memory.db'),
    turn: 'in the spool',
  },
  {
    fault: '`memory.db` without any right',
    happens: 'The event is kept.',
    starter: 'nobody',
    cause: causes.mode(0o000, 'memory.db'),
    recall: cannotBeUsed("EACCES: permission denied, open 'DATA/memory.db'"),
    turn: 'in the spool',
  },
  {
    fault: 'directory of somebody else',
    happens: 'Nothing is read or written.',
    starter: 'nobody',
    cause: causes.somebodyElse,
    recall: cannotBeUsed("EACCES: permission denied, lstat 'DATA/memory.db'"),
    hook: hookSays("EACCES: permission denied, open 'DATA/key'"),
    turn: 'in the transcript',
  },
];

const places: readonly Fault[] = [
  {
    fault: 'missing directory',
    happens: 'Made again; the turns come from the transcript.',
    cause: causes.removed(),
    turn: 'stored',
  },
  {
    fault: 'directory behind a symbolic link',
    happens: 'Nothing is different.',
    ground: 'link',
    cause: causes.lasting(() => {}),
    turn: 'stored',
  },
  {
    fault: 'file where the directory should be',
    happens: 'It is left alone.',
    cause: causes.replacedBy(notADirectory),
    recall: {
      exit: 3,
      says: 'throughline-bin: DATA is not a directory; choose another with --data-dir or THROUGHLINE_HOME.',
    },
    hook: hookSays("EEXIST: file already exists, mkdir 'DATA'"),
    turn: 'in the transcript',
  },
  {
    fault: 'directory where `memory.db` should be',
    happens: 'It is left alone; the event is kept.',
    cause: causes.replacedBy((path) => mkdirSync(path), 'memory.db'),
    recall: cannotBeUsed('EISDIR: illegal operation on a directory, read'),
    turn: 'in the spool',
  },
];

const files: readonly Fault[] = [
  {
    fault: '`memory.db` removed',
    happens: 'A new memory gets back what the transcript holds.',
    cause: causes.removed('memory.db'),
    turn: 'stored',
  },
  {
    fault: '`memory.db` of zero length',
    happens: 'A new memory gets back what the transcript holds.',
    cause: causes.cutTo(0),
    turn: 'stored',
  },
  {
    fault: '`memory.db` cut off',
    happens: anew,
    cause: causes.cutTo(6000),
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: '`memory.db` that is no database',
    happens: anew,
    cause: causes.written('memory.db', 'x'.repeat(8192)),
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: '`memory.db` of another program',
    happens: anew,
    cause: causes.foreignDatabase,
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: '`memory.db` with pages overwritten',
    happens: anew,
    cause: causes.overwrittenPages,
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: 'damaged `memory.db`, with a copy',
    happens:
      'Set aside; the newest copy takes its place, what is newer comes from the transcripts.',
    cause: causes.damagedAfterCopy(),
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: 'damaged `memory.db`, with a damaged copy',
    happens: anew,
    cause: causes.damagedAfterCopy(cut),
    recall: isDamaged,
    turn: 'stored',
  },
  {
    fault: 'garbage in the journal',
    happens: 'It is no journal of ours and is passed over.',
    cause: causes.written('memory.db-tlj', garbage),
    turn: 'stored',
  },
  {
    fault: 'hot journal and lock of a killed process',
    happens: 'Whoever comes next, reader or writer, undoes its transaction.',
    cause: causes.hotJournal,
    turn: 'stored',
  },
  {
    fault: 'newer schema',
    happens: 'The memory is left alone, byte for byte; the event waits for the newer version.',
    cause: causes.newerSchema(99),
    recall: recallSays(
      'The memory was written by a newer version (schema 99, for programs that know 99; this one knows 1): DATA/memory.db. Use the newer executable.',
    ),
    turn: 'in the spool',
  },
  {
    fault: 'newer schema that admits this version',
    happens: 'Used as it is.',
    cause: causes.newerSchema(1),
    turn: 'stored',
  },
];

const locks: readonly Fault[] = [
  {
    fault: 'lock held by a living process',
    happens: 'Waited for, at most half a second; the memory is still read.',
    cause: causes.heldLock,
    turn: 'in the spool',
  },
  {
    fault: 'lock held by a stopped process',
    happens: 'The same; it is never taken away.',
    cause: causes.stoppedHolder,
    turn: 'in the spool',
  },
  {
    fault: 'lock of a dead process',
    happens: 'Taken over at once.',
    cause: causes.deadHolder,
    turn: 'stored',
  },
  {
    fault: 'lock of another container, which cannot be judged',
    happens: 'Left alone until `doctor --unlock`.',
    cause: causes.holderElsewhere,
    turn: 'in the spool',
  },
  {
    fault: 'the same, with `config exclusive true`',
    happens: 'Taken over at once: no other container uses the directory.',
    cause: causes.holderElsewhereInExclusive,
    turn: 'stored',
  },
  {
    fault: 'lock protocol of another system',
    happens: 'Nothing is written: two ways to lock exclude nobody.',
    cause: causes.replacedBy(otherProtocol, 'lockproto'),
    hook: hookSays(
      'DATA is used by another system, which locks it its own way (windows): choose another directory with --data-dir or THROUGHLINE_HOME for this one.',
    ),
    turn: 'in the transcript',
  },
];

const surroundings: readonly Fault[] = [
  {
    fault: 'clock set back by a year',
    happens: 'Nothing is lost; turns stand in the order of the times that the host wrote.',
    isEarly: true,
    cause: causes.clockWentBack,
    turn: 'stored',
    order: ['two', 'one'],
  },
  {
    fault: 'damaged marks in `run/`',
    happens: 'Taken for none.',
    cause: causes.damagedMarks,
    turn: 'stored',
  },
  {
    fault: 'damaged event in the spool',
    happens: 'Counted; the others are stored.',
    cause: causes.brokenSpool,
    turn: 'stored',
  },
  {
    fault: 'damaged settings (`config.json`)',
    happens: 'As if there were none.',
    cause: causes.written('config.json', '{"cut'),
    turn: 'stored',
  },
  {
    fault: '`key` of zero length',
    happens: 'Nothing is stored before it is deleted.',
    cause: causes.emptied('key'),
    hook: hookSays('The key file DATA/key is damaged. Delete it: the next hook makes a new one.'),
    turn: 'in the transcript',
  },
  {
    fault: 'transcript that is not there yet',
    happens: 'No failure: the next hook reads it.',
    cause: causes.missingTranscript,
    turn: 'in the transcript',
  },
];

/** Everything that `reliability.test.ts` brings about. */
export const faults: readonly Fault[] = [
  ...disks,
  ...rights,
  ...places,
  ...files,
  ...locks,
  ...surroundings,
];
