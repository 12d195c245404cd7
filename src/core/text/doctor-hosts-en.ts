import { counted } from '../counted.ts';

const renewed = 'nothing; it is made anew in the background when a turn has ended';

/** What `doctor` says of hosts, of what they stored, of one session and of the search index. */
export const doctorHostsEn = {
  notFound: (host: string): string => `${host} was not found here`,
  notRegistered: (host: string): string => `not registered with ${host}`,
  repairFile: 'repair the file',
  correctThat: 'correct that',
  disabledBy: (setting: string, file: string): string =>
    `${setting} is set in ${file}: no hook runs`,
  removeSetting: 'remove that setting',
  onlyRegistered: (events: readonly string[], host: string): string =>
    `only ${events.join(', ')} are registered with ${host}`,
  /** Ours know who calls: at another host's entries they leave at once. */
  registered: (host: string, runsAlso: readonly string[]): string =>
    `registered with ${host}${runsAlso.length === 0 ? '' : `; ${host} also runs what is registered with ${runsAlso.join(' and ')}, and ours leave at once there`}`,
  runsAll: (host: string): string => `${host} runs all of them`,
  besideOriginal: 'the Node Throughline is registered too: this one stores and gives nothing',
  replaceOriginal: 'install --replace-original ends that',
  projectProgram: (path: string): string => `${path} belongs to this project and was not started`,
  programMissing: (path: string): string => `${path} is not there: no hook runs`,
  programFails: (path: string, why: string): string =>
    `${path} does not start (${why}): no hook runs`,
  programAnswers: (path: string, version: string): string => `${path} answers (${version})`,
  otherVersion: (path: string, version: string, own: string): string =>
    `${path} is ${version}, and this is ${own}`,
  installNewer: 'install with the newer one',

  projectsOnly: (host: string): string => `${host} runs our hooks in single projects only`,
  mayWait: 'what is missing may wait in the spool',
  captured: (host: string): string =>
    `the newest finished turns of ${host} are stored, as far as there are any`,
  /** @param newest when the newest ended, and in which transcript; null where that is not known */
  notCaptured: (
    host: string,
    turns: number,
    newest: { readonly ago: string; readonly path: string } | null,
  ): string =>
    `the last ${counted(turns, 'finished turn')} of ${host} are not stored although its hooks are registered${newest === null ? '' : `; the newest ended ${newest.ago} in ${newest.path}`}`,
  restart: (title: string, host: string): string =>
    `restart ${title} and look at the other lines; import --host ${host} stores what is missing`,
  given: (ago: string, what: string): string => `given ${ago}: ${what}`,
  notGiven: (fault: string, ago: string, what: string): string => `${fault}, ${ago}: ${what}`,

  stored: (turns: number, session: string, off: boolean): string =>
    `${counted(turns, 'turn')} stored of ${session}${off ? ', switched off with /tl off' : ''}`,
  transcriptGone: (path: string | null): string =>
    `its transcript is gone (${path ?? 'not known'})`,
  /** @param read bytes; null: it was never read */
  transcript: (path: string, read: number | null, bytes: number): string =>
    `${path}, ${read === null ? 'never read' : `read up to byte ${read}`} of ${bytes}`,
  nothingStored: (word: string): string => `nothing is stored of ${word}`,
  listed:
    '"sessions --all" lists what is stored; when it is missing there, see whether the hooks run',
  noneFinished: (word: string, path: string): string =>
    `nothing is stored of ${word}, and no turn of it is finished yet (${path})`,
  finished: (word: string, turns: number, path: string): string =>
    `nothing is stored of ${word}, though ${counted(turns, 'finished turn')} stand in ${path}`,
  importStores: (host: string): string =>
    `see whether the hooks run; import --host ${host} stores them`,
  allThere: (turns: number): string =>
    `all of the ${counted(turns, 'turn')} in its transcript are accounted for`,
  notAllThere: (missing: number, turns: number): string =>
    `${missing} of the ${counted(turns, 'turn')} in its transcript are not stored`,
  nextTurnStores: 'nothing; stored when the next turn of it ends',

  renewed,
  inTime: 'nothing; that is done in the background when a turn has ended',
  indexBusy: 'another process is writing it',
  indexUnreadable: (why: string): string => `it cannot be read (${why})`,
  removeIndex: (path: string): string => `remove ${path}, it is made anew`,
  noIndexYet: (turns: number): string => `there is none yet for ${counted(turns, 'turn')}`,
  noIndexNeeded: 'none is needed: the memory is small, every search reads it',
  /** What lies in the index's place, and is not read. */
  indexUnused: {
    damaged: (path: string, problem: string): string =>
      `${path} is damaged (${problem}), searches read texts`,
    older: (path: string): string => `an older version made ${path}, searches read texts`,
    newer: (path: string): string =>
      `a newer version made ${path}, searches of this one read texts`,
    directory: (path: string): string => `${path} is a directory, searches read texts`,
    other: (path: string): string => `${path} is another database, searches read texts`,
    foreign: (path: string): string => `${path} was made of another memory, searches read texts`,
  },
  useNewer: 'use the newer executable',
  renamed: `${renewed}, and what lies there gets another name`,
  /** @param read so many of those behind does a search read; null: all of them */
  index: (path: string, size: string, behind: number, read: number | null): string => {
    if (behind === 0) return `${path}, ${size}, every turn is in it`;
    const text = `${path}, ${size}, ${counted(behind, 'turn')} not in it yet`;
    return read === null
      ? `${text}, which a search reads`
      : `${text}, of which a search reads ${read}`;
  },
};

export type DoctorHostsText = typeof doctorHostsEn;
