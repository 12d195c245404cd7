/** How a session goes on from another one: the words, and the preposition before that one's id. */
const ORIGINS = {
  clear: { word: 'after /clear', from: 'of' },
  baton: { word: 'by /tl', from: 'from' },
  fork: { word: 'fork', from: 'of' },
  auto: { word: 'auto-handoff', from: 'from' },
  takeover: { word: 'goes on', from: 'from' },
} as const;

/** What `sessions`, `search`, `recall` and `detail` say. Paths, times and commands come ready to print. */
export const listingEn = {
  /** @param from the session it goes on from, or its host; null where it is drawn above */
  origin: (why: keyof typeof ORIGINS, from: string | null): string =>
    from === null ? ORIGINS[why].word : `${ORIGINS[why].word} ${ORIGINS[why].from} ${from}`,
  off: 'off',

  nothingFound: (words: string, where: string, isOneProject: boolean): string =>
    `Nothing is found for ${words} in ${where}.${isOneProject ? ' --all searches every project.' : ''}`,
  questionCut: (characters: number, units: number): string =>
    `(That is long: only its first ${characters} characters were searched, and of their words and phrases ${units}.)`,
  withoutIndex: (why: string, renewed: boolean): string =>
    `(Searched without the index: ${why}.${renewed ? ' It is made anew in the background, when a turn has ended.' : ''})`,
  indexProblems: {
    damaged: 'it is damaged',
    older: 'an older version made it',
    newer: 'a newer version made it',
    busy: 'another process was writing it',
    unreadable: 'it cannot be read',
    foreign: 'it was made of another memory',
  },
  behind:
    '(Many turns are not in the index: of those, the newest that hold most of the words were read.)',

  /** @param isNewest it was not named, but is the newest of the project */
  nothingEarlier: (session: string, isNewest: boolean): string =>
    `Nothing earlier is stored of ${session}${isNewest ? ', the newest session here; --session names another' : ''}.`,
  turn: (id: number): string => `turn #${id}`,
  states: {
    complete: '',
    provisional: ' (provisional)',
    interrupted: ' (interrupted)',
    unverified: ' (unverified)',
  },
  noAnswer: '(no answer)',
  pruned: (when: string): string =>
    `(What its tools were given and printed was pruned on ${when}.)`,
};

export type ListingText = typeof listingEn;
