import type { DetailCount } from '../core/render/memory-turn.ts';
import { shortSession } from '../core/session.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { StoredSession } from '../store/sessions.ts';
import { detailCounts, detailsOf, type StoredTurn, skeletonsOf } from '../store/turns.ts';
import { countHandedOn, rememberedTurns } from './remembered.ts';

/** Turns with their texts, of the older ones with their line, and thoughts. */
const MOST_BODIES = 20;
const MOST_LINES = 100;
const MOST_THOUGHTS = 3;

/** One of the two texts of a turn. */
interface RecordedBody {
  readonly turn: StoredTurn;
  readonly role: 'user' | 'assistant';
  readonly text: string;
}

/** A memory in parts, for programs that arrange it themselves. Each list is oldest first. */
export interface HandoffRecord {
  /** One line. */
  readonly summary: string;
  /** Spelled ids of the sessions the turns happened in. */
  readonly origins: readonly string[];
  readonly bodies: readonly RecordedBody[];
  readonly lines: readonly { readonly turn: StoredTurn; readonly summary: string }[];
  /** Turns that have no texts here, with a line or without. */
  readonly olderTurns: number;
  readonly thoughts: readonly string[];
  readonly thinkingRows: number;
  readonly details: readonly {
    readonly turn: StoredTurn;
    readonly counts: readonly DetailCount[];
  }[];
}

/** Null when the session remembers nothing, or was switched off. */
export function handoffRecord(db: SqlConnection, session: StoredSession): HandoffRecord | null {
  const total = countHandedOn(db, session.id);
  if (total === 0) return null;
  const { recent, older } = split(rememberedTurns(db, session.id));
  const lines = withLines(db, older);
  const details = recent
    .map((turn) => ({ turn, counts: detailCounts(db, turn.id) }))
    .filter(({ counts }) => counts.length > 0);
  const { thoughts, thinkingRows } = thinkingOf(db, details);
  const bodies = recent.flatMap(bodiesOf);
  return {
    summary: summaryOf(thoughts, lines, bodies, session),
    origins: [...new Set([...older, ...recent].map((turn) => turn.session))],
    bodies,
    lines,
    olderTurns: total - recent.length,
    thoughts,
    thinkingRows,
    details,
  };
}

/** The newest turns and some before them, oldest first. @param turns newest first */
function split(turns: Iterable<StoredTurn>) {
  const newest: StoredTurn[] = [];
  for (const turn of turns) {
    if (newest.length === MOST_BODIES + MOST_LINES) break;
    newest.push(turn);
  }
  const recent = newest.slice(0, MOST_BODIES).toReversed();
  return { recent, older: newest.slice(MOST_BODIES).toReversed() };
}

function withLines(db: SqlConnection, turns: readonly StoredTurn[]): HandoffRecord['lines'] {
  const ids = turns.map(({ id }) => id);
  const summaries = skeletonsOf(db, ids);
  return turns.flatMap((turn) => {
    const summary = summaries.get(turn.id);
    return summary === undefined ? [] : [{ turn, summary }];
  });
}

function thinkingOf(db: SqlConnection, details: HandoffRecord['details']) {
  const withThoughts = details.filter(({ counts }) =>
    counts.some(({ kind }) => kind === 'thinking'),
  );
  const all = withThoughts.flatMap(({ turn }) =>
    detailsOf(db, turn.id)
      .filter(({ kind }) => kind === 'thinking')
      .map(({ input, output }) => output ?? input ?? ''),
  );
  const thoughts = all.filter((text) => text.trim() !== '').slice(-MOST_THOUGHTS);
  return { thoughts, thinkingRows: all.length };
}

const bodiesOf = (turn: StoredTurn): readonly RecordedBody[] =>
  (['user', 'assistant'] as const).flatMap((role) => {
    const text = role === 'user' ? turn.request : turn.answer;
    return text === null || text === '' ? [] : [{ turn, role, text }];
  });

function summaryOf(
  thoughts: readonly string[],
  lines: HandoffRecord['lines'],
  bodies: readonly RecordedBody[],
  { id }: StoredSession,
): string {
  const thought = thoughts.at(-1)?.trim().split('\n')[0];
  return (
    thought ?? lines[0]?.summary ?? `${bodies.length} texts of ${shortSession(id)} are remembered.`
  );
}
