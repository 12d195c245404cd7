/** What cannot be shown with one hook and one turn, and the test that shows it. */
export interface Proof {
  readonly fault: string;
  readonly happens: string;
  readonly file: string;
  /** A part of the test's name as its file spells it. */
  readonly title: string;
}

const processes: readonly Proof[] = [
  {
    fault: 'Writers killed at random moments',
    happens: 'No acknowledged transaction is lost, none is there in part, every page is sound.',
    file: 'test/crash/writers.test.ts',
    title: 'kills at random moments lose no acknowledged transaction',
  },
  {
    fault: 'Hooks killed at random moments, with the lock, while they commit',
    happens:
      'No acknowledged turn is lost, none is stored twice; the next hook ends within a second.',
    file: 'test/crash/hooks-under-kills.test.ts',
    title: 'windows, many killed, lose no acknowledged turn and store none twice',
  },
  {
    fault: 'Eight processes that write all the time',
    happens: 'Nothing is lost.',
    file: 'test/crash/writers.test.ts',
    title: 'transactions lose nothing',
  },
  {
    fault: 'The same hook twenty times at once',
    happens: 'The turn is stored once.',
    file: 'test/e2e/concurrency.test.ts',
    title: 'stores one turn, twice',
  },
  {
    fault: 'Many windows at once',
    happens: 'Every turn is stored.',
    file: 'test/e2e/concurrency.test.ts',
    title: 'lose no turn',
  },
  {
    fault: 'A hook stopped (SIGSTOP) with the lock in its hand',
    happens: 'The others keep their turns in time; all are stored once it goes on.',
    file: 'test/crash/hooks-under-kills.test.ts',
    title: 'that wait for a stopped one keep their turns in time, and all turns are stored',
  },
  {
    fault: 'Processes that die one after another with the lock',
    happens: 'Two never have it at once.',
    file: 'test/crash/locks.test.ts',
    title: 'keeps contenders apart that often die holding it',
  },
  {
    fault: 'A lock whose process number belongs to another process now, or from before a reboot',
    happens: 'Taken over; its transaction is undone.',
    file: 'test/crash/locks.test.ts',
    title: 'is taken over from a writer %s, and its transaction undone',
  },
  {
    fault: 'A lock taken away from its holder',
    happens: 'The former holder writes nothing more.',
    file: 'test/store/sqljs/sqljs-engine.test.ts',
    title: 'that was taken away stops its former holder before it writes a byte',
  },
  {
    fault: 'Reading while others write',
    happens: 'Only committed states are seen.',
    file: 'test/crash/readers.test.ts',
    title: 'readers see only committed states while two writers work',
  },
  {
    fault: 'The host killed in the middle of a turn',
    happens: 'What was said is stored when the next window starts.',
    file: 'test/e2e/interruption.test.ts',
    title: 'is stored when the next window of the project starts',
  },
];

const power: readonly Proof[] = [
  {
    fault: 'Power cuts at random moments (simulated, sector by sector)',
    happens: 'What was acknowledged is there, whole; so says a second SQLite.',
    file: 'test/crash/power-cuts.test.ts',
    title: 'random moments loses nothing that was acknowledged',
  },
  {
    fault: 'The same with a wait for the disk left out, to try the simulation',
    happens: 'Damage is found: the simulation is hard enough.',
    file: 'test/crash/power-cuts.test.ts',
    title: 'is found to do damage when the syncs %s are left out',
  },
  {
    fault: 'A power cut that has emptied `lockproto`',
    happens: 'It is decided again.',
    file: 'test/platform/lock-protocol.test.ts',
    title: 'that a power cut has emptied is decided again',
  },
];

const recovery: readonly Proof[] = [
  {
    fault: 'Four hooks that find the damage at the same moment',
    happens: 'Silent, exit 0, within a second; repaired once.',
    file: 'test/e2e/recovery.test.ts',
    title: 'end within a second, without a word, and repair it once',
  },
  {
    fault: 'Killed while a copy was being put back',
    happens: 'The next hook goes on where it was.',
    file: 'test/e2e/recovery.test.ts',
    title: 'whose restoring was killed half way is restored by the next hook',
  },
  {
    fault: 'Killed while a copy was being made',
    happens: 'No half copy is left.',
    file: 'test/hooks/recovery.test.ts',
    title: 'leaves nothing half of a copying process that was killed',
  },
  {
    fault: 'A disk that fills up while a copy is made',
    happens: 'No half copy is left; the memory is as it was.',
    file: 'test/crash/faults.test.ts',
    title: 'leaves nothing half of a copy',
  },
  {
    fault: 'Damage after something was forgotten (`/tl forget`)',
    happens: 'It does not come back with the copy.',
    file: 'test/e2e/recovery.test.ts',
    title: 'does not come back with a copy',
  },
  {
    fault: 'Older schema',
    happens: 'Hooks keep their events while the maintenance copies and migrates.',
    file: 'test/hooks/maintenance.test.ts',
    title: 'is migrated by the maintenance, with a copy from before; hooks wait for it',
  },
  {
    fault: 'A migration killed again and again',
    happens: 'It ends as if it had run once.',
    file: 'test/crash/faults.test.ts',
    title: 'that is killed again and again ends as if it had run once',
  },
];

const windows: readonly Proof[] = [
  {
    fault: 'Windows (Wine): a turn that ends while another process has the lock, which is killed',
    happens: 'Kept in silence, then stored with the next one.',
    file: 'test/crash/windows-lock.test.ts',
    title: 'is kept, and stored once the holder was killed',
  },
  {
    fault: 'Windows (Wine): processes that die one after another with the lock',
    happens: 'Two never have it at once.',
    file: 'test/crash/windows-lock.test.ts',
    title: 'the lock keeps contenders apart that often die holding it',
  },
  {
    fault: 'Windows (Wine): a writer killed in its transaction',
    happens: 'The next process undoes it.',
    file: 'test/crash/windows-lock.test.ts',
    title: 'the transaction of a killed writer is undone by the next process',
  },
  {
    fault: 'Windows (Wine): a directory that Linux locks its own way',
    happens: 'Refused in one line, exit 1.',
    file: 'test/crash/windows-lock.test.ts',
    title: 'a directory that Linux locks its own way is refused in one line',
  },
];

export const proofs: readonly Proof[] = [...processes, ...power, ...recovery, ...windows];
