import { UserError } from '../core/user-error.ts';
import { terminalWidth } from '../platform/terminal-width.ts';
import type { SqlConnection } from '../store/connection.ts';
import { allSuccessors } from '../store/links.ts';
import { knownRoot } from '../store/projects.ts';
import { listSessions, type SessionSummary } from '../store/sessions.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { optionName } from './option-name.ts';
import { countOption, sessionOption } from './options.ts';
import { readMemory } from './read-store.ts';
import { namedSession } from './session-choice.ts';
import { adoptSessions } from './sessions-adopt.ts';
import { sessionObject, sessionsText, type TreeStyle } from './sessions-text.ts';
import { movedHint } from './status-project.ts';
import { wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

const DEFAULT_LAST = 20;

export const sessions: Command = {
  name: 'sessions',
  positional: '[adopt] [project]',
  summary:
    'List the stored sessions and which goes on from which; take over those of a moved folder',
  options: [
    { flag: '--all', description: 'Of every project, not only of this one' },
    { flag: '--last <n>', description: `How many (default: ${DEFAULT_LAST})` },
    { flag: '--session <id>', description: 'Those before and after this one, with whole ids' },
    { flag: '--dry-run', description: 'With adopt: only say what would be taken over' },
    { flag: '--undo', description: 'With adopt: give back what was taken over from there' },
    { flag: '--force', description: 'With adopt: also from a project that is still there' },
  ],
  run(positional, options, environment) {
    const [word, project, ...surplus] = positional;
    if (word === undefined) return list(options, environment);
    if (word !== 'adopt' || surplus.length > 0)
      throw new UserError(`sessions takes no word "${surplus[0] ?? word}". See --help.`, 2);
    refuse(options, ['all', 'last', 'session'], 'not with adopt');
    return adoptSessions(project, options, environment);
  },
};

async function list(
  options: RawOptions,
  environment: Parameters<Command['run']>[2],
): Promise<CommandResult> {
  refuse(options, ['dry-run', 'undo', 'force'], 'for sessions adopt');
  const session = sessionOption(options);
  if (session !== undefined) refuse(options, ['all', 'last'], 'not with --session');
  const wanted: Wanted = {
    session,
    root: options.all === true || session !== undefined ? null : projectHere(environment),
    last: countOption(options, 'last', DEFAULT_LAST),
  };
  const nothing: Listed = { root: wanted.root, found: [], successors: new Map() };
  const listed = (await readMemory(environment, (db) => find(db, wanted))) ?? nothing;
  const hint =
    listed.found.length === 0 && listed.root !== null ? await movedHint(environment) : [];
  const { text, json } = report(listed, {
    ...wanted,
    columns: terminalWidth(environment),
    words: wordsIn(environment.locale),
  });
  return { text: [text, ...hint].join('\n'), json };
}

interface Wanted {
  readonly session: string | undefined;
  /** Null: of every project. */
  readonly root: string | null;
  readonly last: number;
}

interface Listed {
  readonly root: string | null;
  readonly found: readonly SessionSummary[];
  readonly successors: ReadonlyMap<string, readonly string[]>;
}

function find(db: SqlConnection, { session, root, last }: Wanted): Listed {
  const successors = allSuccessors(db);
  if (session === undefined) {
    const known = root === null ? null : knownRoot(db, root);
    return { root: known, found: listSessions(db, known, last), successors };
  }
  const all = listSessions(db, null, Number.MAX_SAFE_INTEGER);
  const family = relatives(all, successors, namedSession(db, session));
  return { root: null, found: all.filter(({ id }) => family.has(id)), successors };
}

/** Everybody before and after a session, itself included. */
function relatives(
  all: readonly SessionSummary[],
  successors: Listed['successors'],
  session: string,
): ReadonlySet<string> {
  const predecessors = new Map(all.map(({ id, continues }) => [id, continues]));
  const family = new Set([session]);
  /* A set is walked to what is added on the way. */
  for (const id of family) {
    const before = predecessors.get(id) ?? null;
    if (before !== null) family.add(before);
    for (const after of successors.get(id) ?? []) family.add(after);
  }
  return family;
}

function report(
  { root, found, successors }: Listed,
  { session, columns, words }: Wanted & Pick<TreeStyle, 'columns' | 'words'>,
): CommandResult {
  const style = { columns, words, wholeIds: session !== undefined, withProject: root === null };
  const { facts } = words;
  return {
    text:
      found.length === 0
        ? facts.nothingStored(root ?? facts.anyProject)
        : sessionsText(found, style),
    json: {
      schema: 'throughline.sessions.v1',
      project: root,
      sessions: found.map((each) => sessionObject(each, successors.get(each.id) ?? [])),
      adopted: null,
    },
  };
}

/** @throws {UserError} exit 2 */
function refuse(options: RawOptions, names: readonly string[], why: string): void {
  const given = names.find((name) => (options[optionName(name)] ?? false) !== false);
  if (given !== undefined) throw new UserError(`--${given} is ${why}. See --help.`, 2);
}
