import { type CAC, cac } from 'cac';
import { UserError } from '../core/user-error.ts';
import type { Command, RawOptions } from './command.ts';
import { commandHelp } from './help.ts';
import { markWords, withoutMarks } from './marked-words.ts';
import { optionName } from './option-name.ts';
import { optionAsTyped, refuseOddOptions } from './option-words.ts';

const NAME = 'throughline-bin';
const DATA_DIR = '--data-dir <dir>';
const GLOBAL = [
  { flag: '--json', description: 'Answer with one JSON object' },
  { flag: DATA_DIR, description: 'Where the memory is (default: ~/.throughline)' },
  { flag: '-v, --version', description: 'Print the version' },
  { flag: '--licenses', description: 'Print the licenses of all that is in the executable' },
] as const;
const HELP = '-h, --help';

/** What was asked for. */
type CommandLine =
  /** The help is printed already. */
  | { readonly kind: 'version' | 'help' | 'licenses' }
  | {
      readonly kind: 'command';
      readonly command: Command;
      readonly positional: readonly string[];
      readonly options: RawOptions;
      readonly json: boolean;
    };

/**
 * Reads the command line; every word and every value of an option comes as it was typed.
 * @throws {UserError} exit 2
 */
export function readCommandLine(
  argv: readonly string[],
  commands: readonly Command[],
): CommandLine {
  refuseOddOptions(argv);
  const cli = buildParser(commands);
  const names = commands.map(({ name }) => name);
  const { options } = cli.parse(['', NAME, ...markWords(argv, names)], { run: false });
  const { '--': behind, ...flags } = options;
  cli.args = [...cli.args, ...(behind as readonly string[])];
  const words = cli.args.map(withoutMarks);
  if (flags.version === true) return { kind: 'version' };
  if (flags.licenses === true) return { kind: 'licenses' };
  if (flags.help === true) return { kind: 'help' };
  const command = commands.find(({ name }) => name === cli.matchedCommandName);
  if (argv.length === 0 || (command === undefined && words[0] === 'help')) {
    cli.outputHelp();
    return { kind: 'help' };
  }
  if (command === undefined) throw unknownCommand(words[0], names);
  if (command.readWords !== undefined) {
    const read = command.readWords(wordsAfter(command.name, argv));
    return { kind: 'command', command, positional: [], options: read, json: true };
  }
  const read = { ...flags, ...valuesOf(command, flags, argv) };
  checkUsage(cli, argv);
  const json = read.json === true;
  return { kind: 'command', command, positional: words, options: { ...read, json }, json };
}

function buildParser(commands: readonly Command[]): CAC {
  const cli = cac(NAME);
  for (const { name, positional = '', summary, options } of commands) {
    const command = cli.command(`${name} ${positional}`.trim(), summary);
    for (const { flag, description } of options) command.option(flag, description);
  }
  for (const { flag, description } of GLOBAL) cli.option(flag, description);
  cli.help((sections) => {
    const command = commands.find(({ name }) => name === cli.matchedCommandName);
    return command === undefined ? sections : commandHelp(sections, command);
  });
  return cli;
}

/** Where the memory is may be said anywhere. */
function wordsAfter(name: string, argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => word === '--data-dir' || word.startsWith('--data-dir='));
  const others = at < 0 ? argv : argv.toSpliced(at, argv[at] === '--data-dir' ? 2 : 1);
  return others.toSpliced(others.indexOf(name), 1);
}

/** @throws {UserError} exit 2, for an option that has what it does not take, or not what it takes */
function valuesOf({ options }: Command, parsed: RawOptions, argv: readonly string[]): RawOptions {
  const end = argv.indexOf('--');
  const words = end < 0 ? argv : argv.slice(0, end);
  const values = [...options, ...GLOBAL, { flag: HELP }].flatMap((option) => {
    const spellings = option.flag.match(/(?<=^|, )-[\w-]+/g) ?? [];
    const given = words.filter((word) =>
      spellings.some((flag) => word === flag || word.startsWith(`${flag}=`)),
    );
    const flag = spellings.at(-1) ?? '';
    const name = optionName(flag);
    if (parsed[name] === undefined) return [];
    if (!/ [<[]/.test(option.flag)) return [[name, switchOf(flag, parsed[name], given)] as const];
    /* `--host` is a list to some commands; those it is not say so themselves. */
    const isList = flag === '--host' || 'repeatable' in option;
    if (given.length > 1 && !isList) throw new UserError(`${flag} is given more than once.`, 2);
    return [[name, typedValue(flag, parsed[name])] as const];
  });
  return Object.fromEntries(values);
}

function switchOf(flag: string, value: unknown, given: readonly string[]): unknown {
  if (given.some((word) => word.includes('='))) throw new UserError(`${flag} takes no value.`, 2);
  return Array.isArray(value) ? value.at(-1) : value;
}

/** `[path]` may stand without a value: it is then `true`. */
function typedValue(flag: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => typedValue(flag, one));
  const word = typeof value === 'string' ? withoutMarks(value) : value;
  if (word === '') throw new UserError(`${flag} needs a value.`, 2);
  return word;
}

function unknownCommand(word: string | undefined, names: readonly string[]): UserError {
  const what = word === undefined ? 'Name a command' : `There is no command "${word}"`;
  return new UserError(`${what}. There are: ${names.join(', ')}. See ${NAME} --help.`, 2);
}

/** The parser's own complaints are about usage: one line, exit 2. */
function checkUsage(
  { matchedCommand: command, matchedCommandName: name }: CAC,
  argv: readonly string[],
): void {
  try {
    command?.checkUnknownOptions();
    command?.checkOptionValue();
    command?.checkRequiredArgs();
    command?.checkUnusedArgs();
  } catch (error) {
    const complaint = withoutMarks(error instanceof Error ? error.message : String(error));
    const text = usageText(complaint).replace(/(?<=^There is no option )--\S+$/, (option) =>
      optionAsTyped(option, argv),
    );
    throw new UserError(`${text}. See ${NAME} ${name} --help.`, 2, { cause: error });
  }
}

/** In our words; the parser's are for those who program with it. */
const usageText = (complaint: string): string =>
  complaint
    .replace(/^Unknown option `(.+)`$/s, 'There is no option $1')
    .replace(/^option `(.+)` value is missing$/s, 'Option $1 needs a value')
    .replace(/^missing required args for command `(.+)`$/s, `Too few words: ${NAME} $1`)
    .replace(
      /^Unused args: `(.+)`$/s,
      (_, words: string) => `Too many words: ${words.replaceAll('`, `', ', ')}`,
    );
