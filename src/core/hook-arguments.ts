/** The words of a hook call: its name first, then flags. */
export interface HookArguments {
  readonly host: string | undefined;
  readonly dataDirectory: string | undefined;
}

/**
 * Reads `--host H` and `--data-dir D` of a registered hook string, also as `--flag=value`. A flag
 * that this version does not know is passed over: a hook must not fail because another version
 * registered it.
 */
export function hookArguments(argv: readonly string[]): HookArguments {
  return { host: flagValue(argv, '--host'), dataDirectory: flagValue(argv, '--data-dir') };
}

export function flagValue(argv: readonly string[], flag: string): string | undefined {
  const at = argv.findIndex((word) => word === flag || word.startsWith(`${flag}=`));
  const word = argv[at];
  return word === flag ? argv[at + 1] : word?.slice(flag.length + 1);
}

/** The first word that is no flag of ours; `--data-dir DIR` may come before it. Empty when there is none. */
export const commandWord = (argv: readonly string[]): string =>
  argv[argv[0] === '--data-dir' ? 2 : 0] ?? '';
