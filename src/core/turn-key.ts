/*
 * What a turn is known by: its host's own name for it, or one of ours. The first signs of ours tell what
 * it is made of; no host's name begins so.
 */

const OF_CONTENT = 'h:';
/** The keys of turns that were taken over are not before the one, and before the other, compared sign by sign. */
export const TAKEN_OVER_KEYS = { from: 'o:', before: 'o;' } as const;

/**
 * Of a turn that its host does not name: made of what it says, and counted inside one session, so that
 * it says nothing about a turn of another one.
 * @param hash keyed, hexadecimal
 * @param count from 1: of equal ones in the session
 */
export const contentKey = (hash: string, count: number): string => `${OF_CONTENT}${hash}:${count}`;

export const isContentKey = (key: string): boolean => key.startsWith(OF_CONTENT);

const CONTENT_COUNT = new RegExp(`^${OF_CONTENT}[0-9a-f]+:(\\d+)$`);

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
