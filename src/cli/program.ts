import { productVersion } from '../platform/build-facts.ts';
import type { Environment } from '../platform/environment.ts';
import { writeError, writeOutput } from '../platform/output.ts';
import { autoHandoff } from './auto-handoff.ts';
import type { Command, CommandResult } from './command.ts';
import { readCommandLine } from './command-line.ts';
import { config } from './config.ts';
import { detail } from './detail.ts';
import { doctor } from './doctor.ts';
import { exportMemory } from './export.ts';
import { grokContinue } from './grok-continue.ts';
import { handoffContext } from './handoff-context.ts';
import { importMemory } from './import.ts';
import { install } from './install.ts';
import { latestSession } from './latest-session.ts';
import { licenses } from './licenses.ts';
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
  autoHandoff,
  config,
  uninstall,
];

/**
 * Runs one command of the command line and prints its answer.
 * @param readEnvironment asked by commands alone: help and licenses need no home directory
 * @returns the exit code
 * @throws {UserError} for wrong usage (2) and for what the command refuses
 */
export async function runProgram(
  argv: readonly string[],
  readEnvironment: () => Environment,
): Promise<number> {
  const line = readCommandLine(argv, commands);
  switch (line.kind) {
    case 'version':
      return print(productVersion());
    case 'licenses':
      return print(licenses());
    case 'help':
      return 0;
    case 'command': {
      const environment = readEnvironment();
      refuseFile(environment.dataDirectory);
      const { command, positional, options, json } = line;
      return answer(await command.run(positional, options, environment), json);
    }
    default:
      return line satisfies never;
  }
}

function answer({ text, problem, json, exitCode = 0 }: CommandResult, asJson: boolean): number {
  if (problem !== undefined && !asJson) writeError(`throughline-bin: ${problem}\n`);
  else print(asJson ? JSON.stringify(json) : text);
  return exitCode;
}

function print(text: string): 0 {
  if (text !== '') writeOutput(`${text}\n`);
  return 0;
}
