import { type CAC, cac } from 'cac';
import { flagValue } from '../core/hook-arguments.ts';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import { writeOutput } from '../platform/output.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { config } from './config.ts';
import { detail } from './detail.ts';
import { doctor } from './doctor.ts';
import { exportMemory } from './export.ts';
import { grokContinue } from './grok-continue.ts';
import { handoffContext } from './handoff-context.ts';
import { commandHelp } from './help.ts';
import { importMemory } from './import.ts';
import { install } from './install.ts';
import { latestSession } from './latest-session.ts';
import { optionAsTyped, refuseOddOptions } from './option-words.ts';
import { preview } from './preview.ts';
import { prune } from './prune.ts';
import { refuseFile } from './readable-directory.ts';
import { recall } from './recall.ts';
import { search } from './search.ts';
import { sessions } from './sessions.ts';
import { status } from './status.ts';
import { uninstall } from './uninstall.ts';

/**
 * In the order of the help.
 * @internal exported for the documents' test
 */
export const commands: readonly Command[] = [
  install,
  status,
  doctor,
  search,
  recall,
  detail,
  sessions,
  preview,
  grokContinue,
  handoffContext,
  latestSession,
  importMemory,
  exportMemory,
  prune,
  config,
  uninstall,
];

const NAME = 'throughline-bin';
const DATA_DIR = '--data-dir <dir>';

/**
 * Runs one command of the command line and prints its answer.
 * @returns the exit code
 * @throws {UserError} for wrong usage (2) and for what the command refuses
 */
export async function runProgram(
  argv: readonly string[],
  environment: Environment,
): Promise<number> {
  refuseOddOptions(argv);
  const cli = buildProgram();
  const { options } = cli.parse(['', NAME, ...withoutStdoutSign(argv)], { run: false });
  const { '--': behind, ...flags } = options;
  cli.args = [...cli.args, ...(behind as readonly string[])];
  const { args } = cli;
  if (options.version === true) return print(environment.version);
  if (options.help === true) return 0;
  if (argv.length === 0 || args[0] === 'help') {
    cli.outputHelp();
    return 0;
  }
  const command = commands.find(({ name }) => name === cli.matchedCommandName);
  if (command === undefined) throw unknownCommand(args[0]);
  const { json, ...own } = flags;
  const run: Command['run'] = (...asked) => {
    refuseFile(environment.dataDirectory);
    return command.run(...asked);
  };
  if (command.readWords !== undefined) {
    const read = command.readWords(wordsAfter(command.name, argv));
    return answer(await run([], read, environment), true);
  }
  checkUsage(cli, argv);
  const typed = typedValues(command, { ...own, json: json === true }, argv);
  const result = await run(args.map(String), typed, environment);
  return answer(result, json === true);
}

/** Where the memory is may be said anywhere. */
function wordsAfter(name: string, argv: readonly string[]): readonly string[] {
  const at = argv.findIndex((word) => word === '--data-dir' || word.startsWith('--data-dir='));
  const others = at < 0 ? argv : argv.toSpliced(at, argv[at] === '--data-dir' ? 2 : 1);
  return others.toSpliced(others.indexOf(name), 1);
}

/** `-o -` says what is so without it; behind `--` every word stands for itself. */
function withoutStdoutSign(argv: readonly string[]): readonly string[] {
  const output = argv.findIndex(
    (word, index) => /^(?:-o|--output)$/.test(word) && argv[index + 1] === '-',
  );
  const end = argv.indexOf('--');
  return output < 0 || (end >= 0 && end < output) ? argv : argv.toSpliced(output, 2);
}

/**
 * The values as they were typed: the parser makes numbers of words that look like one (`0012`, ``),
 * lists of repeated options and objects of dotted ones.
 * @throws {UserError} exit 2
 */
function typedValues(
  { options }: Command,
  parsed: Readonly<Record<string, unknown>>,
  argv: readonly string[],
): RawOptions {
  const valued = [...options, { flag: DATA_DIR }].filter(({ flag }) => / [<[]/.test(flag));
  const values = valued.flatMap((option) => {
    const [flag = ''] = /--[\w-]+/.exec(option.flag) ?? [];
    const name = flag.slice(2).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    const value = parsed[name];
    if (typeof value !== 'string' && typeof value !== 'number') {
      const repeatable = flag === '--host' || 'repeatable' in option;
      return [[name, refuseShape(flag, value, repeatable)] as const];
    }
    const word = flagValue(argv, flag) ?? String(value);
    if (word === '') throw new UserError(`${flag} needs a value.`, 2);
    return [[name, word] as const];
  });
  return { ...parsed, ...Object.fromEntries(values) };
}

/** `[path]` may stand without a value. */
function refuseShape(flag: string, value: unknown, repeatable: boolean): unknown {
  const isList = Array.isArray(value) && !repeatable;
  if (isList) throw new UserError(`${flag} is given more than once.`, 2);
  if (typeof value === 'object' && !Array.isArray(value))
    throw new UserError(`${flag} takes one value.`, 2);
  return value;
}

function buildProgram(): CAC {
  const cli = cac(NAME);
  for (const { name, positional = '', summary, options } of commands) {
    const command = cli.command(`${name} ${positional}`.trim(), summary);
    for (const { flag, description } of options) command.option(flag, description);
  }
  cli.option('--json', 'Answer with one JSON object');
  cli.option(DATA_DIR, 'Where the memory is (default: ~/.throughline)');
  cli.option('-v, --version', 'Print the version');
  cli.help((sections) => {
    const command = commands.find(({ name }) => name === cli.matchedCommandName);
    return command === undefined ? sections : commandHelp(sections, command);
  });
  return cli;
}

function unknownCommand(word: unknown): UserError {
  const names = commands.map(({ name }) => name).join(', ');
  const what = word === undefined ? 'Name a command' : `There is no command "${word}"`;
  return new UserError(`${what}. There are: ${names}. See ${NAME} --help.`, 2);
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
    const complaint = error instanceof Error ? error.message : String(error);
    const text = usageText(complaint).replace(/(?<=^There is no option )--\S+$/, (option) =>
      optionAsTyped(option, argv),
    );
    throw new UserError(`${text}. See ${NAME} ${name} --help.`, 2, { cause: error });
  }
}

/** In our words; the parser's are for those who program with it. */
const usageText = (complaint: string): string =>
  complaint
    .replaceAll('`', '')
    .replace(/^Unknown option (.+)$/, 'There is no option $1')
    .replace(/^option (.+) value is missing$/, 'Option $1 needs a value')
    .replace(/^missing required args for command (.+)$/, `Too few words: ${NAME} $1`)
    .replace(/^Unused args: (.+)$/, 'Too many words: $1');

function answer({ text, json, exitCode = 0 }: CommandResult, asJson: boolean): number {
  print(asJson ? JSON.stringify(json) : text);
  return exitCode;
}

function print(text: string): 0 {
  if (text !== '') writeOutput(`${text}\n`);
  return 0;
}
