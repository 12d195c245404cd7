/** The name of an option among what was read: `--older-than` and `older-than` are `olderThan`. */
export const optionName = (flag: string): string =>
  flag.replace(/^--/, '').replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
