/** What our executable is started with for work that no hook may wait for. */
export const DETACHED = {
  /** The maintenance, and what killed windows left. */
  sweep: 'sweep',
  /** Launches the successor of a stopped conversation, which the next word names. */
  handoffWorker: 'auto-handoff-worker',
  /** Watches whether a conversation ends because it is full; then come bytes of its transcript. */
  handoffWatch: 'auto-handoff-watch',
  /** Moves the successor of a conversation into the desktop application; then comes the successor's transcript. */
  handoffDesktop: 'auto-handoff-desktop',
} as const;

export type DetachedWord = (typeof DETACHED)[keyof typeof DETACHED];

export const isDetachedWord = (word: string): word is DetachedWord =>
  Object.values(DETACHED).some((known) => known === word);
