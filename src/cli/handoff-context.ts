import { UserError } from '../core/user-error.ts';
import {
  contextOf,
  type Disclosure,
  type HandedSession,
  type LauncherFrame,
  recentContext,
  supplementedContext,
} from '../memory/handoff-context.ts';
import { handoffRecord } from '../memory/handoff-record.ts';
import { offerFrame } from '../memory/offer-frame.ts';
import type { Environment } from '../platform/environment.ts';
import { projectRoot } from '../platform/project.ts';
import type { SqlConnection } from '../store/connection.ts';
import { knownRoot } from '../store/projects.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { handoffRecordObject } from './handoff-record.ts';
import { isoTime } from './iso-time.ts';
import { readForLauncher, sessionOfLauncher } from './launcher-store.ts';
import { LAUNCHER_NOTES, readPairs, usageError } from './launcher-words.ts';
import { wordOf } from './options.ts';
import { newestSession } from './session-choice.ts';
import { readSupplement, type SupplementFile } from './supplement-file.ts';
import { pathNamed } from './working-directory.ts';

const SCHEMA = 'throughline.handoff_context.v1';
const USAGE =
  'handoff-context (--session ID | --project DIR) --json [--disclosure visible|silent] [--sessions latest|recent (with --project)] | [--supplement-file FILE (with --session)] | [--format record]';
/** Of the whole text: what a hook of the most frequent host may say. */
const BUDGET = { unit: 'characters', limit: 9500 } as const;

export const handoffContext: Command = {
  name: 'handoff-context',
  summary: 'For launchers: a conversation as one text for the next one',
  usage: USAGE,
  notes: LAUNCHER_NOTES,
  options: [
    { flag: '--session <id>', description: 'The session. First, then --json, then the rest' },
    { flag: '--project <dir>', description: "In its place: the project's newest" },
    { flag: '--disclosure <how>', description: 'visible (the first reply tells of it) or silent' },
    { flag: '--supplement-file <file>', description: 'What is put before it; with --session' },
    {
      flag: '--sessions <which>',
      description: 'latest, or recent: earlier ones too; with --project',
    },
    { flag: '--format <format>', description: 'record: its parts instead of one text' },
  ],
  readWords,
  async run(_words, options, environment) {
    const asked = askedFor(options, environment);
    const answer = await readForLauncher(environment, (db) => answerTo(db, asked, environment));
    if (answer instanceof UserError) throw answer;
    return { text: '', json: answer };
  },
};

/** Other programs were written to this order and these words. */
function readWords(words: readonly string[]): RawOptions {
  const [target = '', value = '', json = '', ...rest] = words;
  const own = { disclosure: ['visible', 'silent'], format: ['record'] };
  const known =
    target === '--session'
      ? { ...own, 'supplement-file': 'anything' as const }
      : { ...own, sessions: ['latest', 'recent'] };
  const isTarget = target === '--session' || target === '--project';
  const options = readPairs(rest, known);
  if (!isTarget || value === '' || json !== '--json' || options === null || contradicts(options))
    throw usageError(USAGE);
  return { ...options, [target.slice(2)]: value };
}

const contradicts = (options: RawOptions): boolean => {
  const { disclosure, supplementFile, format } = options;
  const together = disclosure !== undefined && supplementFile !== undefined;
  return together || (format !== undefined && Object.keys(options).length > 1);
};

interface Asked {
  readonly session: string | undefined;
  /** Of the project. */
  readonly root: string;
  readonly disclosure: Disclosure;
  readonly supplement: SupplementFile | null;
  readonly recent: boolean;
  readonly record: boolean;
}

/** @throws {UserError} for a supplement that cannot be used */
function askedFor(options: RawOptions, environment: Environment): Asked {
  const session = wordOf(options.session);
  const project = wordOf(options.project) ?? '';
  const file = wordOf(options.supplementFile);
  const supplement = file === undefined ? null : readSupplement(file, environment);
  const told = options.disclosure === 'silent' ? 'silent' : 'visible';
  return {
    session,
    root:
      session === undefined ? projectRoot(pathNamed(project, environment), environment.home) : '',
    disclosure: supplement?.disclosure ?? told,
    supplement,
    recent: options.sessions === 'recent',
    record: options.format === 'record',
  };
}

type Answer = CommandResult['json'] | UserError;

function answerTo(db: SqlConnection, asked: Asked, environment: Environment): Answer {
  if (asked.record) return recordOf(db, asked, environment);
  const frame = offerFrame({ budget: BUDGET, word: '' }, environment);
  return asked.session === undefined
    ? ofProject(db, asked, frame)
    : ofSession(db, asked, asked.session, frame, environment);
}

const unavailable = (): UserError => new UserError('No memory is available for this session.');

function ofSession(
  db: SqlConnection,
  { disclosure, supplement }: Asked,
  word: string,
  frame: LauncherFrame,
  { home }: Environment,
): Answer {
  const session = sessionOfLauncher(db, word);
  if (session === null) return unavailable();
  if (supplement === null) {
    const given = contextOf(db, session.id, disclosure, frame);
    return given === null ? unavailable() : ready(given);
  }
  const root = knownRoot(db, projectRoot(supplement.projectPath, home));
  if (root !== session.projectRoot)
    return new UserError('The supplement file is for another project than the session.');
  const given = supplementedContext(db, session.id, supplement, disclosure, frame);
  return given === null
    ? new UserError('The supplement and the memory are longer together than 9,500 characters.')
    : ready(given);
}

function ofProject(
  db: SqlConnection,
  { root, disclosure, recent }: Asked,
  frame: LauncherFrame,
): Answer {
  if (recent) {
    const given = recentContext(db, root, disclosure, frame);
    return given === null
      ? { ...EMPTY, sessions: [] }
      : { ...ready(given), sessions: given.sessions.map(handedObject) };
  }
  const session = newestSession(db, root);
  const given = session === null ? null : contextOf(db, session, disclosure, frame);
  return given === null ? EMPTY : ready(given);
}

const EMPTY = { schema: SCHEMA, status: 'empty', sessionId: null, context: '' } as const;

const ready = (given: { readonly session: string; readonly text: string }) => ({
  schema: SCHEMA,
  status: 'ready',
  sessionId: given.session,
  context: given.text,
});

const handedObject = (handed: HandedSession) => ({
  sessionId: handed.session,
  role: handed.role,
  firstTurnAt: isoTime(handed.firstTurnAt),
  lastTurnAt: isoTime(handed.lastTurnAt),
  turns: handed.turns,
  includedTurns: handed.included,
});

function recordOf(db: SqlConnection, { session: word, root }: Asked, environment: Environment) {
  const session = word === undefined ? newestOf(db, root) : sessionOfLauncher(db, word);
  const record = session === null ? null : handoffRecord(db, session);
  if (session === null || record === null) return word === undefined ? EMPTY : unavailable();
  return handoffRecordObject(record, session, environment);
}

function newestOf(db: SqlConnection, root: string): StoredSession | null {
  const id = newestSession(db, root);
  return id === null ? null : findSession(db, id);
}
