import { clipEnd } from '../core/clip.ts';
import { isHost, parseSession, type SessionRef, sessionRef } from '../core/session.ts';
import { LONGEST_SKELETON, skeletonOf } from '../core/skeleton.ts';
import type { Detail, DetailKind, TurnStart, TurnState } from '../core/turn.ts';
import { ONLY_SUMMARY, takenOverKey, takenOverSource } from '../core/turn-key.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { OriginalDetail, OriginalTurn } from '../store/original.ts';
import type { TurnToTakeOver } from '../store/takeover.ts';

/** The session of an id in the original's spelling: without a host it knows it is Claude's. Null for no id. */
export function originalRef(id: string): SessionRef | null {
  const [head = ''] = id.split(':');
  const known = id.includes(':') && isHost(head) && head !== 'claude';
  const session = known ? parseSession(id) : sessionRef('claude', id);
  return session.ok ? session.value : null;
}

/** A turn of the original as we store it. @param session spelled id */
export function turnToTakeOver(
  turn: OriginalTurn,
  session: string,
  hash: TextHash,
): TurnToTakeOver {
  const { answer, summary } = turn;
  const request = turn.request ?? '';
  return {
    session,
    key: takenOverKey(turn.number),
    continues: false,
    number: turn.number,
    start: startOf(turn.start),
    state: stateOf(turn),
    startedAt: turn.startedAt ?? 0,
    endedAt: turn.endedAt,
    request,
    answer,
    userHash: hash(request),
    assistantHash: answer === null ? null : hash(answer),
    answerId: null,
    details: [...turn.details.map(detailFrom), ...onlySummary(turn)],
    skeleton: summary === null ? skeletonOf({ request, answer }) : line(summary),
    summarised: summary !== null,
  };
}

/** A summary of the original may be as long as the turn. */
const line = (summary: string): string =>
  clipEnd(summary.replace(/\s+/g, ' ').trim(), LONGEST_SKELETON, 'characters', '\u2026');

/** What is all that is left of a turn is kept whole. */
function onlySummary({ request, answer, summary }: OriginalTurn): readonly Detail[] {
  if (summary === null || request !== null || answer !== null) return [];
  const kind = 'system';
  return [{ sourceId: ONLY_SUMMARY, kind, toolName: 'summary', input: null, output: summary }];
}

/** The original stores a turn when it is over, one without an answer when something stopped it. */
const stateOf = ({ answer, request, summary }: OriginalTurn): TurnState =>
  answer !== null || (request === null && summary !== null) ? 'complete' : 'interrupted';

const startOf = (start: string | null): TurnStart =>
  start === 'prompt' || start === 'self' ? start : 'unknown';

const KINDS: readonly string[] = [
  'tool_input',
  'tool_output',
  'system',
  'image',
  'thinking',
] satisfies readonly DetailKind[];

const isKind = (kind: string): kind is DetailKind => KINDS.includes(kind);

const detailFrom = ({ id, sourceId, kind, toolName, input, output }: OriginalDetail): Detail => ({
  sourceId: sourceId ?? takenOverSource(id),
  kind: isKind(kind) ? kind : 'system',
  toolName,
  input,
  output,
});
