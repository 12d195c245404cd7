/** `1 turn`, `2 turns`. @param nouns given where the plural takes more than an `s` */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`;
