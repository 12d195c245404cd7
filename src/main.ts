import process from 'node:process';
import { commandWord, flagValue, hookArguments } from './core/hook-arguments.ts';
import { UserError } from './core/user-error.ts';
import { runHook } from './hooks/run.ts';
import { runDetached } from './hooks/run-detached.ts';
import { HOOK_COMMANDS, type HookCommand, SILENT_COMMANDS } from './hosts/hook-host.ts';
import { runtimeKind } from './platform/asset.ts';
import { productVersion } from './platform/build-facts.ts';
import { isDetachedWord } from './platform/detached-words.ts';
import { type Environment, readEnvironment, readVariables } from './platform/environment.ts';
import { writeError, writeOutput } from './platform/output.ts';

const loaders = {
  storeJob: async () => (await import('./hooks/store-work.ts')).runStoreJob,
  maintenance: async () => (await import('./hooks/maintenance.ts')).runMaintenance,
  outOfReach: async () => (await import('./hooks/answer-work.ts')).outOfReach,
  answerJob: async () => (await import('./hooks/answer-work.ts')).runAnswerJob,
  handoff: async () => (await import('./hooks/handoff-work.ts')).handoffWork,
  handoffWorker: async () => (await import('./hooks/handoff-worker.ts')).runHandoffWorker,
  handoffWatch: async () => (await import('./hooks/handoff-watch.ts')).watchContext,
  handoffDesktop: async () => (await import('./hooks/desktop-move.ts')).moveToDesktop,
  startMaintenance: async () => (await import('./platform/maintenance-start.ts')).startMaintenance,
};

function environmentOf(dataDirectory: string | undefined): Environment {
  const script = runtimeKind() === 'executable' ? null : (process.argv[1] ?? null);
  return readEnvironment({ dataDirectory, script, version: productVersion() });
}

/** Asked by scripts and installers, so it loads nothing. */
function printVersion(): 0 {
  writeOutput(`${productVersion()}\n`);
  return 0;
}

/** A host that starts us without a word has dropped the arguments of an entry that is not its own. */
const isDroppedHook = (argv: readonly string[]): boolean =>
  argv.length === 0 && !process.stdin.isTTY && readVariables().GROK_SESSION_ID !== undefined;

const wordsBehind = (argv: readonly string[], word: string): readonly string[] =>
  argv.slice(argv.indexOf(word) + 1);

async function main(argv: readonly string[]): Promise<number> {
  const word = commandWord(argv);
  const hook = HOOK_COMMANDS.find((name): name is HookCommand => name === word);
  if (hook !== undefined) {
    const { host: hostName, page, dataDirectory } = hookArguments(argv);
    return runHook(hook, { hostName, page }, environmentOf(dataDirectory), loaders);
  }
  if (word === '--version' || word === '-v') return printVersion();
  const environment = (): Environment => environmentOf(flagValue(argv, '--data-dir'));
  if (isDetachedWord(word))
    return runDetached(word, wordsBehind(argv, word), environment(), loaders);
  if (SILENT_COMMANDS.includes(word) || isDroppedHook(argv)) return 0;
  const { runProgram } = await import('./cli/program.ts');
  return runProgram(argv, environment);
}

/** What the system refuses (a full disk, a permission) is no fault of ours that a stack would tell of. */
function reportFailure(error: unknown): number {
  const known = error instanceof UserError || (error instanceof Error && 'syscall' in error);
  const text = error instanceof Error ? (known ? error.message : error.stack) : String(error);
  writeError(`throughline-bin: ${text}\n`);
  if (error instanceof UserError) return error.exitCode;
  return known ? 1 : 70;
}

/* Should the process end before the promise settles, it has not succeeded. */
process.exitCode = 70;
void main(process.argv.slice(2))
  .catch(reportFailure)
  .then((code) => process.exit(code));
