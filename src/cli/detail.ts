import { localMinute } from '../core/local-time.ts';
import { printable } from '../core/printable.ts';
import { UserError } from '../core/user-error.ts';
import type { SqlConnection } from '../store/connection.ts';
import { knownRoot } from '../store/projects.ts';
import { prunedAt } from '../store/prune.ts';
import {
  detailCounts,
  detailsOf,
  findTurn,
  type StoredDetail,
  type StoredTurn,
  skeletonsOf,
  turnsBetween,
} from '../store/turns.ts';
import type { Command } from './command.ts';
import { isoTime } from './iso-time.ts';
import { momentSpan, type Span, turnIdOf } from './moment.ts';
import { readMemory } from './read-store.ts';
import { turnLines, turnObject } from './turn-lines.ts';
import { type Words, wordsIn } from './words.ts';
import { projectHere } from './working-directory.ts';

const MOST_TURNS = 100;

export const detail: Command = {
  name: 'detail',
  positional: '<turn>',
  summary: 'Show a turn with everything its tools were given and printed',
  options: [],
  async run(positional, _options, environment) {
    const word = positional.join(' ').trim();
    if (word === '') throw new UserError('Say which turn: detail 41, or detail 14:05.', 2);
    const wanted = turnIdOf(word) ?? spanOf(word, environment.now());
    /* A number names a turn of any project. */
    const root = typeof wanted === 'number' ? '' : projectHere(environment);
    const found = await readMemory(environment, (db) => {
      const turns = findTurns(db, wanted, knownRoot(db, root));
      return turns.map((turn) => ({
        turn,
        counts: detailCounts(db, turn.id),
        details: detailsOf(db, turn.id),
        line: skeletonsOf(db, [turn.id]).get(turn.id),
        pruned: prunedAt(db, turn.id),
      }));
    });
    const turns = found ?? [];
    const words = wordsIn(environment.locale);
    const asked = typeof wanted === 'number' ? words.listing.turn(wanted) : word;
    const lines = turns.flatMap(({ turn, counts, details, line, pruned }) => [
      ...turnLines(turn, counts, line ?? '', words),
      ...prunedLines(pruned, words),
      ...details.flatMap(detailLines),
    ]);
    return {
      text: turns.length === 0 ? words.facts.nothingStored(asked) : lines.join('\n').trimEnd(),
      json: {
        schema: 'throughline.detail.v1',
        turns: turns.map(({ turn, details, pruned }) => ({
          ...turnObject(turn, details.length),
          prunedAt: isoTime(pruned),
          details: details.map(detailObject),
        })),
      },
    };
  },
};

/** By number, or by time in this project: `14:05`, `14:05-14:20`, with a date before either. */
function findTurns(db: SqlConnection, wanted: number | Span, root: string): readonly StoredTurn[] {
  if (typeof wanted !== 'number') {
    return turnsBetween(db, root, wanted.from, wanted.to, MOST_TURNS).toReversed();
  }
  const turn = findTurn(db, wanted);
  return turn === null ? [] : [turn];
}

/** A dash inside a date separates no range. */
function spanOf(word: string, now: number): Span {
  const [, start, date, end] = /^((\d{4}-\d\d-\d\d)?.*?:\d\d)\s*-\s*(.+)$/.exec(word) ?? [];
  if (start === undefined || end === undefined) return momentSpan(word, now, 'turn or time');
  const first = momentSpan(start, now, 'turn or time');
  const hasDate = /^\d{4}-/.test(end);
  const last = momentSpan(
    hasDate || date === undefined ? end : `${date} ${end}`,
    now,
    'turn or time',
  );
  return { from: first.from, to: last.to };
}

const detailObject = ({ kind, toolName, input, output }: StoredDetail) => ({
  kind,
  tool: toolName,
  input,
  output,
});

const prunedLines = (at: number | null, { listing }: Words): readonly string[] =>
  at === null ? [] : [listing.pruned(localMinute(new Date(at))), ''];

function detailLines({ kind, toolName, input, output }: StoredDetail): readonly string[] {
  const texts = [input, output].filter((text) => text !== null);
  return [`--- ${toolName} (${kind})`, ...texts.map(printable), ''];
}
