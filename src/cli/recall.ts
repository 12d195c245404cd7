import { printable } from '../core/printable.ts';
import type { DetailCount } from '../core/render/memory-turn.ts';
import { shortSession } from '../core/session.ts';
import { UserError } from '../core/user-error.ts';
import { rememberedTurns } from '../memory/remembered.ts';
import type { SqlConnection } from '../store/connection.ts';
import { detailCounts, findTurn, type StoredTurn, skeletonsOf } from '../store/turns.ts';
import type { Command, CommandResult, RawOptions } from './command.ts';
import { momentSpan, turnIdOf } from './moment.ts';
import { countOption, refuseWords, sessionOption, wordOf } from './options.ts';
import { readMemory } from './read-store.ts';
import { namedSession, newestSession } from './session-choice.ts';
import { movedHint } from './status-project.ts';
import { detailTotal, turnLines, turnObject } from './turn-lines.ts';
import { type Words, wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

const DEFAULT_LAST = 10;

export const recall: Command = {
  name: 'recall',
  summary: 'Show earlier turns of a conversation, word for word',
  options: [
    {
      flag: '--session <id>',
      description:
        "Whose memory: an id or its beginning (default: the project's newest that somebody typed into)",
    },
    { flag: '--before <turn|time>', description: 'Only turns before this one' },
    { flag: '--last <n>', description: `How many turns (default: ${DEFAULT_LAST})` },
    { flag: '--index', description: 'One line a turn instead of the whole text' },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    const session = sessionOption(options);
    const query = {
      session,
      before: beforeOption(options, environment.now()),
      last: countOption(options, 'last', DEFAULT_LAST),
      root: session === undefined ? projectHere(environment) : '',
    };
    const found = await readMemory(environment, (db) => find(db, query));
    const { text, json } = report(found ?? NOTHING, {
      index: options.index === true,
      isNamed: session !== undefined,
      words: wordsIn(environment.locale),
    });
    const hint = json.session === null ? await movedHint(environment) : [];
    return { text: [text, ...hint].join('\n'), json };
  },
};

const NOTHING: Found = { session: null, turns: [], lines: new Map() };

interface Query {
  readonly session: string | undefined;
  readonly before: Before | null;
  readonly last: number;
  readonly root: string;
}

/** The number of a turn, or epoch milliseconds. */
type Before = { readonly turn: number } | { readonly at: number };

interface Found {
  readonly session: string | null;
  /** Oldest first. */
  readonly turns: readonly { readonly turn: StoredTurn; readonly counts: readonly DetailCount[] }[];
  readonly lines: ReadonlyMap<number, string>;
}

function find(db: SqlConnection, query: Query): Found {
  const session =
    query.session === undefined ? newestSession(db, query.root) : namedSession(db, query.session);
  if (session === null) return { session, turns: [], lines: new Map() };
  const isBefore = boundary(db, query);
  const turns: StoredTurn[] = [];
  for (const turn of rememberedTurns(db, session)) {
    if (turns.length >= query.last) break;
    if (isBefore(turn)) turns.unshift(turn);
  }
  const lines = skeletonsOf(
    db,
    turns.map(({ id }) => id),
  );
  return {
    session,
    turns: turns.map((turn) => ({ turn, counts: detailCounts(db, turn.id) })),
    lines,
  };
}

function beforeOption(options: RawOptions, now: number): Before | null {
  const word = wordOf(options.before);
  if (word === undefined) return null;
  const turn = turnIdOf(word);
  return turn === null ? { at: momentSpan(word, now, 'turn or time').from } : { turn };
}

function boundary(db: SqlConnection, { before }: Query): (turn: StoredTurn) => boolean {
  if (before === null) return () => true;
  if ('at' in before) return (turn) => turn.startedAt < before.at;
  const at = findTurn(db, before.turn);
  if (at === null)
    throw new UserError(
      `Nothing is stored of turn #${before.turn}; recall without --before shows the newest.`,
    );
  return (turn) =>
    turn.startedAt < at.startedAt ||
    (turn.startedAt === at.startedAt &&
      (turn.number < at.number || (turn.number === at.number && turn.id < at.id)));
}

function nothingOf(session: string | null, isNamed: boolean, { facts, listing }: Words): string {
  if (session === null) return facts.nothingStored(facts.thisProject);
  return listing.nothingEarlier(shortSession(session), !isNamed);
}

function report(
  { session, turns, lines }: Found,
  {
    index,
    isNamed,
    words,
  }: { readonly index: boolean; readonly isNamed: boolean; readonly words: Words },
): CommandResult {
  const json = {
    schema: 'throughline.recall.v1',
    session,
    turns: turns.map(({ turn, counts }) => turnObject(turn, detailTotal(counts))),
  };
  if (turns.length === 0) return { text: nothingOf(session, isNamed, words), json };
  const text = turns.flatMap(({ turn, counts }) => {
    const line = lines.get(turn.id) ?? '';
    return index ? [`#${turn.id} ${printable(line)}`] : turnLines(turn, counts, line, words);
  });
  return { text: text.join('\n').trimEnd(), json };
}
