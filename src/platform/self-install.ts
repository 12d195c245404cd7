import { join } from 'node:path';
import { dataLayout } from './data-layout.ts';
import type { Environment } from './environment.ts';
import { isExecutable, isSameFile, moveOver, spareCopy } from './executable-file.ts';
import { entryAt } from './file-change.ts';
import { programWords } from './own-command.ts';
import {
  hasPrevious,
  keepPrevious,
  makeCache,
  previousOf,
  replaceExecutable,
  swapWithPrevious,
} from './previous-executable.ts';
import { type ProgramVersion, programVersion } from './program-version.ts';
import { refusal } from './refusal.ts';

/** How hooks start this program, and the copy that has to be made first. */
export interface Executable {
  /** Absolute path, or the runtime, its flags and the script when run from sources. */
  readonly words: readonly string[];
  readonly copy: { readonly from: string; readonly to: string } | null;
}

/**
 * Decides where the executable stays. Run from sources, or in place, it stays where it is.
 * @throws {FileRefusal} when what is at the stable place must not be replaced
 */
export function planExecutable(
  environment: Environment,
  options: { readonly inPlace: boolean },
): Executable {
  const { executable, script, platform } = environment;
  if (script !== null || options.inPlace) return { words: programWords(environment), copy: null };
  const to = stablePlace(environment);
  const isThere = isSameFile(executable, to) && (platform === 'win32' || isExecutable(to));
  return { words: [to], copy: isThere ? null : { from: executable, to } };
}

/**
 * Where the executable is registered from, whatever its version.
 * @throws {FileRefusal} when what is there must not be replaced
 */
function stablePlace({ dataDirectory, platform }: Environment): string {
  const { bin } = dataLayout(dataDirectory);
  const to = join(bin, platform === 'win32' ? 'throughline-bin.exe' : 'throughline-bin');
  if (entryAt(bin)?.isSymbolicLink()) throw refusal('place-is-link', bin);
  if (entryAt(to)?.isDirectory()) throw refusal('place-is-directory', to);
  return to;
}

/**
 * Makes the planned copy: whole or not at all, mode 0755, a link at the target replaced and not
 * followed. Another version that was there is kept with its code cache, for {@link rollBack}.
 * @throws {FileRefusal} when the system refuses
 */
export function copyExecutable({ from, to }: { readonly from: string; readonly to: string }): void {
  replaceExecutable(to, () => {
    // First, since it may fill the disk.
    const spare = spareCopy(from, to);
    if (entryAt(to)?.isFile() && !isSameFile(spare, to)) keepPrevious(to);
    makeCache(to);
    moveOver(spare, to);
  });
}

/** After the planned copy was made: the one it replaced is kept. */
export const keepsPrevious = ({ copy }: Executable): boolean =>
  copy !== null && entryAt(previousOf(copy.to)) !== undefined;

/** The executable that was replaced last, and where it would go. */
export interface Rollback {
  readonly to: string;
  readonly previous: string;
  /** What it answers to `--version`; `missing`: none is kept, or none that is another. */
  readonly answer: ProgramVersion;
}

/**
 * Looks at what an earlier {@link copyExecutable} kept, and starts it once to see that it runs.
 * @throws {FileRefusal} when what is at the stable place must not be replaced
 */
export function planRollback(environment: Environment): Rollback {
  const to = stablePlace(environment);
  const previous = previousOf(to);
  const answer: ProgramVersion = hasPrevious(to) ? programVersion([previous]) : { kind: 'missing' };
  return { to, previous, answer };
}

/**
 * Exchanges the executable and the one before, each with its code cache; done twice, all is as it was.
 * @throws {FileRefusal} when the system refuses
 */
export const rollBack = ({ to }: Pick<Rollback, 'to'>): void =>
  replaceExecutable(to, () => swapWithPrevious(to));
