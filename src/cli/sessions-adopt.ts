import { basename, dirname, join, resolve } from 'node:path';
import { printable } from '../core/printable.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { UserError } from '../core/user-error.ts';
import { type Adoption, carryOut, planAdoption, planReturn } from '../memory/adopt.ts';
import { goneProjectsNamed, projectsLike } from '../memory/adopt-candidates.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { projectPlace, projectRoot } from '../platform/project.ts';
import { directoryIdentity } from '../platform/project-identity.ts';
import type { SqlConnection } from '../store/connection.ts';
import { adoptersOf, knownRoot } from '../store/projects.ts';
import type { CommandResult, RawOptions } from './command.ts';
import { type Words, wordsIn } from './words.ts';
import { projectHere, workingDirectory } from './working-directory.ts';
import { memoryWriter } from './write-store.ts';

const MOST_SUGGESTIONS = 3;

/**
 * Takes the conversations of another project over into that of the working directory, or gives them
 * back. Being typed is the consent; nothing asks.
 * @throws {UserError} 1 nothing is stored of it; 2 no other project; 3 it is still there
 */
export async function adoptSessions(
  project: string | undefined,
  options: RawOptions,
  environment: Environment,
): Promise<CommandResult> {
  if (project === undefined || project === '')
    throw new UserError(
      'Say which project: sessions adopt OLD-FOLDER. "status" names a likely one.',
      2,
    );
  const asked: Asked = {
    names: namesOf(project, workingDirectory(environment), environment.home),
    word: project,
    cwd: projectHere(environment),
    undo: options.undo === true,
    force: options.force === true,
  };
  const dryRun = options.dryRun === true;
  const writer = await memoryWriter(environment);
  const planned = writer.read((db) => plan(db, asked));
  if (planned === undefined) throw new UserError('Nothing is stored yet.');
  const words = wordsIn(environment.locale);
  if (dryRun) return report(planned, null, words);
  const done = writer.write((db) => {
    const adoption = plan(db, asked);
    carryOut(db, dataLayout(environment.dataDirectory), adoption, environment.now());
    return adoption;
  });
  return report(done, ownCommand(environment), words);
}

interface Asked {
  /** What the word may stand for; the first one that is stored counts. */
  readonly names: readonly string[];
  /** As it was typed. */
  readonly word: string;
  readonly cwd: string;
  readonly undo: boolean;
  readonly force: boolean;
}

/**
 * Stored roots are what they were, also where that is no path of this system. A bare name may be that
 * of a folder beside this project; one that is gone belongs to no repository around it any more.
 */
function namesOf(word: string, cwd: string, home: string): readonly string[] {
  const path = resolve(cwd, word);
  const { root, directory } = projectPlace(path, home);
  const beside = isBare(word) ? [join(dirname(projectRoot(cwd, home)), word)] : [];
  const isThere = directoryIdentity(path) !== null;
  return [...new Set([word, path, directory, ...(isThere ? [root] : beside)])];
}

const isBare = (word: string): boolean => basename(word) === word && !/^\.*$/.test(word);

function plan(db: SqlConnection, { names, word, cwd, undo, force }: Asked): Adoption {
  const here = knownRoot(db, cwd);
  const others = names.filter((name) => name !== here);
  const found = firstOf(db, others, here, undo) ?? (undo ? null : byName(db, word, here));
  if (found !== null) {
    if (!undo && !force) refuseInUse(found);
    return found;
  }
  const shown = printable(names[1] ?? word);
  if (undo) return returnFromElsewhere(db, names, shown);
  if (others.length < names.length)
    throw new UserError(`${here} is this project already: name the folder it was before.`, 2);
  const like = projectsLike(db, shown, MOST_SUGGESTIONS).filter((root) => root !== here);
  const hint =
    like.length === 0
      ? '"sessions --all" shows the projects there are.'
      : `There is ${like.map(printable).join(', ')}.`;
  throw new UserError(`Nothing is stored of ${shown}. ${hint}`);
}

/**
 * Of a project that was given back itself and is gone, so that nobody can say it from there.
 * @throws {UserError} exit 1 when there is none, or one that is still there
 */
function returnFromElsewhere(db: SqlConnection, names: readonly string[], shown: string): Adoption {
  const found = names.flatMap((old) => adoptersOf(db, old).map((adopter) => ({ old, adopter })));
  const gone = found.find(({ adopter }) => directoryIdentity(adopter) === null);
  if (gone !== undefined) return planReturn(db, gone.old, gone.adopter);
  const [there] = found;
  if (there === undefined) throw new UserError(`Nothing here was taken over from ${shown}.`);
  const words = shellCommand(['sessions', 'adopt', there.old, '--undo']);
  throw new UserError(
    `What was taken over from ${shown} is in ${printable(there.adopter)} now: say "${printable(words)}" there.`,
  );
}

function firstOf(
  db: SqlConnection,
  roots: readonly string[],
  here: string,
  undo: boolean,
): Adoption | null {
  const plans = roots.map((old) => (undo ? planReturn : planAdoption)(db, old, here));
  return plans.find(({ sessions }) => sessions.length > 0) ?? null;
}

/**
 * The one project of that name whose folder is gone, whatever it was below.
 * @throws {UserError} exit 1 when there are several
 */
function byName(db: SqlConnection, word: string, here: string): Adoption | null {
  if (!isBare(word)) return null;
  const [root, ...others] = goneProjectsNamed(db, word).filter((name) => name !== here);
  if (root === undefined) return null;
  if (others.length === 0) return planAdoption(db, root, here);
  const all = [root, ...others].map(printable).join(', ');
  throw new UserError(`Several folders that are gone had that name: ${all}. Give the whole path.`);
}

/** A folder that is still there was not moved: its conversations may be needed where they are. */
function refuseInUse({ move: { from, to } }: Adoption): void {
  const identity = directoryIdentity(from);
  if (identity === null || identity === directoryIdentity(to)) return;
  throw new UserError(
    `${printable(from)} is still there. --force takes its sessions over all the same.`,
    3,
  );
}

/** @param command starts this product again; null: nothing was done, it was only asked */
function report(
  { move, undo, sessions, turns, batons }: Adoption,
  command: readonly string[] | null,
  { changes }: Words,
): CommandResult {
  const dryRun = command === null;
  const [from, to] = [printable(move.from), printable(move.to)];
  const what = { sessions: sessions.length, turns, from, to };
  const undoing = [...(command ?? []), 'sessions', 'adopt', from, '--undo'];
  const back = dryRun ? '' : `\n${changes.toGiveBack(shellCommand(undoing))}`;
  return {
    text: undo ? changes.givenBack(what, !dryRun) : `${changes.taken(what, !dryRun)}${back}`,
    json: {
      schema: 'throughline.sessions.v1',
      project: undo ? move.from : move.to,
      sessions: [],
      adopted: {
        from: move.from,
        to: move.to,
        undo,
        dryRun,
        sessions: sessions.map(({ id }) => id),
        turns,
        batons,
      },
    },
  };
}
