import type { Environment } from '../platform/environment.ts';

/** One option as the help shows it; `flag` in the notation of the command-line parser. */
interface CommandOption {
  readonly flag: string;
  readonly description: string;
  /** It may be given more than once; its value is then a list. */
  readonly repeatable?: true;
}

/** What a command answers: `text` for people, `json` for `--json`; both tell the same. */
export interface CommandResult {
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  /** Why nothing was done, for people; on stderr instead of `text`. */
  readonly problem?: string;
  /** 0 when left out. */
  readonly exitCode?: 0 | 1 | 2 | 3;
}

/** Options as the parser gives them: camelCase names, untyped until the command reads them. */
export type RawOptions = Readonly<Record<string, unknown>>;

/** A command of the command line. Help and the README table are made from these objects. */
export interface Command {
  readonly name: string;
  /** Positional arguments in the parser's notation, e.g. `<query>` or `[turn]`. */
  readonly positional?: string;
  readonly summary: string;
  /** In the help, where the words come in just one order. */
  readonly usage?: string;
  /** Lines at the end of the help: what words and options cannot say. */
  readonly notes?: readonly string[];
  readonly options: readonly CommandOption[];
  /**
   * For a command that other programs start with just these words in just this order: what `run` gets.
   * @param words as typed after the name, without `--data-dir`
   * @throws {UserError} exit 2
   */
  readonly readWords?: (words: readonly string[]) => RawOptions;
  /**
   * @param positional the words after the name
   * @param options the flags
   * @throws {UserError} for wrong usage (2), and for what it refuses or cannot do (1, 3)
   */
  run(
    positional: readonly string[],
    options: RawOptions,
    environment: Environment,
  ): CommandResult | Promise<CommandResult>;
}
