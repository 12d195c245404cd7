/** The words of a hook call: its name first, then flags. */
export interface HookArguments {
  readonly host: string | undefined;
  readonly dataDirectory: string | undefined;
  /** Which of several entries for one event this is, counted from 1. */
  readonly page: number;
}

/**
 * Reads `--host H`, `--data-dir D` and `--page K` of a registered hook string, also as `--flag=value`. A flag
 * that this version does not know is passed over: a hook must not fail because another version
 * registered it.
 */
export function hookArguments(argv: readonly string[]): HookArguments {
  const page = flagValue(argv, '--page') ?? '';
  return {
    host: flagValue(argv, '--host'),
    dataDirectory: flagValue(argv, '--data-dir'),
    page: /^[1-9]$/.test(page) ? Number(page) : 1,
  };
}

/** The word of a flag; behind `--` nothing is a flag. */
export function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.findIndex(
    (word) => word === '--' || word === flag || word.startsWith(`${flag}=`),
  );
  const word = argv[at];
  if (word === '--') return undefined;
  return word === flag ? argv[at + 1] : word?.slice(flag.length + 1);
}

/** The first word that is no flag of ours; `--data-dir DIR` may come before it. Empty when there is none. */
export const commandWord = (argv: readonly string[]): string =>
  argv[argv[0] === '--data-dir' ? 2 : 0] ?? '';
