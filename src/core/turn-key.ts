/*
 * What a turn is known by: its host's own name for it, or one of ours. The first signs of ours tell what
 * it is made of; no host's name begins so.
 */

const CONTENT = 'h';
const PLACE = 'o';

/** The first key that is one of ours of a kind, and the first behind those: keys are compared sign by sign. */
export const CONTENT_KEYS = { from: `${CONTENT}:`, before: `${CONTENT};` } as const;
export const TAKEN_OVER_KEYS = { from: `${PLACE}:`, before: `${PLACE};` } as const;

/**
 * Of a turn that its host does not name: made of what it says, and counted inside one session, so that
 * it says nothing about a turn of another one.
 * @param hash keyed, hexadecimal
 * @param count from 1: of equal ones in the session
 */
export const contentKey = (hash: string, count: number): string =>
  `${CONTENT_KEYS.from}${hash}:${count}`;

export const isContentKey = (key: string): boolean => key.startsWith(CONTENT_KEYS.from);

const CONTENT_COUNT = new RegExp(`^${CONTENT_KEYS.from}[0-9a-f]+:(\\d+)$`);

/** The count in a key that is made of content; null for every other one. */
export function contentCountOf(key: string): number | null {
  const [, count] = CONTENT_COUNT.exec(key) ?? [];
  return count === undefined ? null : Number(count);
}

/** Of a turn taken over from the original: its place alone, until its transcript is read. */
export const takenOverKey = (number: number): string => `${TAKEN_OVER_KEYS.from}${number}`;

export const isTakenOverKey = (key: string): boolean => key.startsWith(TAKEN_OVER_KEYS.from);

/** What a detail is known by that the original has no name for. */
export const takenOverSource = (id: number | string): string => `${TAKEN_OVER_KEYS.from}${id}`;

/** The detail that is all that is left of a turn that was taken over without its texts. */
export const ONLY_SUMMARY = takenOverSource('summary');
