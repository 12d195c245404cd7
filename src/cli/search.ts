import process from 'node:process';
import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import {
  type AskedText,
  MOST_CHARACTERS,
  MOST_UNITS,
  readQuestion,
} from '../core/search-question.ts';
import type { SnippetPiece } from '../core/search-snippet.ts';
import { HOSTS, shortSession } from '../core/session.ts';
import { shellCommand } from '../core/shell-quote.ts';
import { UserError } from '../core/user-error.ts';
import type { SearchAnswer, SearchHit, SearchQuestion } from '../memory/search.ts';
import type { Environment } from '../platform/environment.ts';
import { ownCommand } from '../platform/own-command.ts';
import { knownRoot } from '../store/projects.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { isoTime } from './iso-time.ts';
import { momentOption } from './moment.ts';
import { countOption, hostOption, sessionOption, wordOf } from './options.ts';
import { searchStored } from './search-memory.ts';
import { namedSession } from './session-choice.ts';
import { movedHint } from './status-project.ts';
import { type Words, wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

const DEFAULT_LAST = 10;
const USAGE = `Say what to search: search login error, or a phrase: search '"login error"'.`;

export const search: Command = {
  name: 'search',
  positional: '<...query>',
  summary: `Find earlier turns by words, a '"quoted phrase"', a path, an error or a question`,
  notes: [
    `A phrase needs quotes that the shell leaves: search '"exact phrase"'`,
    'Words that begin with a dash go behind --: search -- --watch',
  ],
  options: [
    { flag: '--all', description: 'In every project, not only in this one' },
    {
      flag: '--details',
      description: 'Also in what tools were given and printed, and in thinking',
    },
    { flag: '--host <host>', description: `Only turns of ${HOSTS.join(', ')}` },
    { flag: '--session <id>', description: 'Only turns of this session, of any project' },
    { flag: '--since <time>', description: 'Only turns from this time on (14:05, 2026-11-30)' },
    { flag: '--before <time>', description: 'Only turns before this time' },
    { flag: '--last <n>', description: `How many, the best first (default: ${DEFAULT_LAST})` },
  ],
  async run(positional, options, environment) {
    const text = positional.join(' ').trim();
    if (text === '') throw new UserError(USAGE, 2);
    const asked = readOptions(readQuestion(text), options, environment);
    const answer = await searchStored(environment, asked.questionIn, asked.question.units);
    const { text: shown, json } = report(answer ?? NOTHING, asked, environment);
    const isEmpty = asked.root !== null && (answer?.hits ?? []).length === 0;
    return { text: [shown, ...(isEmpty ? await movedHint(environment) : [])].join('\n'), json };
  },
};

const NOTHING: SearchAnswer = { hits: [], withoutIndex: null, scanned: 0, behind: false };

interface Asked {
  readonly question: AskedText;
  /** What narrows the search, as it was typed. */
  readonly filters: readonly string[];
  /** Null: every project. */
  readonly root: string | null;
  readonly questionIn: (db: Parameters<typeof namedSession>[0]) => SearchQuestion;
}

function readOptions(question: AskedText, options: RawOptions, environment: Environment): Asked {
  const { now } = environment;
  const word = sessionOption(options);
  const root = options.all === true || word !== undefined ? null : projectHere(environment);
  const scope = {
    root,
    host: hostOption(options) ?? null,
    since: momentOption(options, 'since', now()),
    before: momentOption(options, 'before', now()),
  };
  const last = countOption(options, 'last', DEFAULT_LAST);
  const details = options.details === true;
  return {
    question,
    filters: filtersIn(options),
    root,
    questionIn: (db) => {
      const session = word === undefined ? null : namedSession(db, word);
      const known = root === null ? null : knownRoot(db, root);
      const within = { ...scope, root: known, session };
      return { asked: question, scope: within, last, details, now: now() };
    },
  };
}

function report(answer: SearchAnswer, asked: Asked, environment: Environment): CommandResult {
  const { hits, withoutIndex, scanned, behind } = answer;
  const words = wordsIn(environment.locale);
  const command = ownCommand(environment);
  const bold = process.stdout.isTTY === true && !environment.variables.NO_COLOR;
  const lines = hits.flatMap((hit) => hitLines(hit, { command, bold, root: asked.root }));
  return {
    text: [
      ...(hits.length > 0 ? lines : [nothingOf(asked, words)]),
      ...(asked.question.cut ? [words.listing.questionCut(MOST_CHARACTERS, MOST_UNITS)] : []),
      ...notes(answer, words),
    ].join('\n'),
    json: {
      schema: 'throughline.search.v1',
      query: asked.question.text,
      queryCut: asked.question.cut,
      project: asked.root,
      hits: hits.map((hit) => hitObject(hit, command)),
      index: {
        used: withoutIndex === null,
        problem: withoutIndex && wordsIn('en').listing.indexProblems[withoutIndex.why],
        scanned,
        behind,
      },
    },
  };
}

const filtersIn = (options: RawOptions): readonly string[] =>
  ['session', 'host', 'since', 'before'].flatMap((name) => {
    const word = wordOf(options[name]);
    return word === undefined ? [] : [`--${name} ${word}`];
  });

function nothingOf(
  { question: { text }, root, filters }: Asked,
  { facts, listing }: Words,
): string {
  const where = [root ?? facts.anyProject, ...filters].join(' ');
  return listing.nothingFound(printable(text), printable(where), root !== null);
}

/** Whoever is told that something was left out must be able to believe the rest. */
const notes = ({ withoutIndex, behind }: SearchAnswer, { listing }: Words): readonly string[] => [
  ...(withoutIndex === null
    ? []
    : [listing.withoutIndex(listing.indexProblems[withoutIndex.why], withoutIndex.renewed)]),
  ...(behind ? [listing.behind] : []),
];

interface Shown {
  readonly command: readonly string[];
  readonly bold: boolean;
  readonly root: string | null;
}

function hitLines({ turn, where, snippet }: SearchHit, { command, bold, root }: Shown) {
  const at = localMinute(new Date(turn.startedAt));
  const head = [
    `#${turn.id}`,
    at,
    turn.host,
    shortSession(turn.session),
    ...(root === null ? [printable(turn.project)] : []),
  ];
  const text = snippet.map((piece) => pieceText(piece, bold)).join('');
  return [
    head.join('  '),
    `    ${where === 'details' ? 'details: ' : `${SPEAKERS[where]}: `}${text}`,
    `    ${shellCommand([...command, 'detail', String(turn.id)])}`,
  ];
}

const SPEAKERS = { request: 'user', answer: 'assistant' } as const;

function pieceText({ text, hit }: SnippetPiece, bold: boolean): string {
  const shown = printable(text).replaceAll('\n', ' ');
  return hit && bold ? `\u001b[1m${shown}\u001b[22m` : shown;
}

const hitObject = ({ turn, where, snippet }: SearchHit, command: readonly string[]) => ({
  id: turn.id,
  session: turn.session,
  host: turn.host,
  project: turn.project,
  startedAt: isoTime(turn.startedAt),
  in: where,
  snippet: snippet.map(({ text }) => text).join(''),
  matches: snippet.filter(({ hit }) => hit).map(({ text }) => text),
  detail: [...command, 'detail', String(turn.id)],
});
