import type { TranscriptReading } from './reading.ts';
import type { TranscriptTurn, TurnState } from './turn.ts';

/** What the host said when it reported the end of a turn. */
export interface TurnEnd {
  /** Its own copy of the last answer; null where it gives none. */
  readonly lastAnswer: string | null;
  readonly promptId: string | null;
  readonly failed: boolean;
}

/** One turn to store. `answer` is verbatim and null when the agent said nothing. */
export interface SettledTurn {
  readonly turn: TranscriptTurn;
  readonly state: TurnState;
  readonly answer: string | null;
}

/** `cover` turns of the reading need not be read again. */
export interface Settlement {
  readonly store: readonly SettledTurn[];
  readonly cover: number;
}

type Turns = Pick<TranscriptReading, 'turns' | 'lastOpen'>;

/** Hosts join the text blocks of one message in different ways when they report it. */
const JOINTS = ['\n\n', '\n', ''];
const MOST_BLOCKS = 8;

/**
 * What to store when the host reports the end of a turn, or `wait` while its last answer is not in
 * the file yet. Hosts fire the hook before the row is written, and prompts that were queued in the
 * meantime may already stand after the turn that ended.
 * @param knownAnswer the session's newest stored answer is the one reported
 * @param late no time is left to wait: the reported answer itself is stored as provisional
 */
export function settleTurnEnd(
  reading: Turns,
  end: TurnEnd,
  { knownAnswer, late }: { readonly knownAnswer: boolean; readonly late: boolean },
): Settlement | 'wait' {
  const { turns } = reading;
  const { lastAnswer } = end;
  if (end.failed) return failedEnd(reading, end);
  if (lastAnswer === null || lastAnswer.trim() === '') {
    return closedAll(turns.slice(0, askedOnly(turns)));
  }
  const answered =
    endingAt(turns, indexOfPrompt(turns, end), lastAnswer) ??
    endingAt(turns, turns.length - 1, lastAnswer) ??
    endedBefore(turns, end, lastAnswer);
  if (answered !== null) return answered;
  if (knownAnswer && indexOfPrompt(turns.slice(-1), end) < 0) return NOTHING;
  return late ? provisional(turns, end, lastAnswer) : 'wait';
}

/** The turn that failed is no answer, whether or not the host has written that down yet. */
function failedEnd({ turns, lastOpen }: Turns, end: TurnEnd): Settlement {
  const asked = turns.slice(0, askedOnly(turns));
  const named = indexOfPrompt(asked, end);
  const failed = named < 0 && lastOpen ? asked.length - 1 : named;
  const store = asked.map((turn, index) =>
    index === failed ? { ...closed(turn), state: 'interrupted' as const } : closed(turn),
  );
  return { store, cover: store.length };
}

/** What to store of a session that may still run: an unfinished last turn is left for its own report. */
export function settleSoFar({ turns, lastOpen }: Turns): Settlement {
  return closedAll(lastOpen ? turns.slice(0, -1) : turns);
}

/**
 * What to store when a session is over (it ended, its process is gone, or its window went on to
 * another session): an unfinished last turn will not be finished any more.
 */
export function settleSessionOver({ turns, lastOpen }: Turns): Settlement {
  const last = turns.at(-1);
  if (last === undefined || !lastOpen) return closedAll(turns);
  const store = [
    ...turns.slice(0, -1).map(closed),
    { ...closed(last), state: 'interrupted' as const },
  ];
  return { store, cover: turns.length };
}

/** The answer as the transcript has it when it is what the host reported, else null. */
function reportedAnswer(turn: TranscriptTurn | undefined, reported: string): string | null {
  const wanted = reported.trim();
  const fragments = turn?.fragments ?? [];
  for (let count = 1; count <= Math.min(MOST_BLOCKS, fragments.length); count += 1) {
    const tail = fragments.slice(-count);
    const joined = JOINTS.map((joint) => tail.join(joint)).find((text) => text.trim() === wanted);
    if (joined !== undefined) return joined;
  }
  return null;
}

/** Everything up to the turn at `index`, when the reported answer is its own. */
function endingAt(
  turns: readonly TranscriptTurn[],
  index: number,
  reported: string,
): Settlement | null {
  const turn = turns[index];
  const answer = reportedAnswer(turn, reported);
  if (turn === undefined || answer === null) return null;
  const store = [
    ...turns.slice(0, index).map(closed),
    { turn, answer, state: 'complete' as const },
  ];
  return { store, cover: store.length };
}

/**
 * The reported answer ends an earlier turn: everything after it has only been asked. Never looks
 * past a turn in which the agent has spoken, nor at one before the turn that the report names: that
 * one's answer may read the same.
 */
function endedBefore(
  turns: readonly TranscriptTurn[],
  end: TurnEnd,
  reported: string,
): Settlement | null {
  const spoken = turns.findLastIndex((turn) => turn.fragments.length > 0);
  return spoken < indexOfPrompt(turns, end) ? null : endingAt(turns, spoken, reported);
}

/** Where a prompt stands alone behind other turns: it was queued, and its turn may be running. */
function askedOnly(turns: readonly TranscriptTurn[]): number {
  const last = turns.at(-1);
  const queued = turns.length > 1 && last?.fragments.length === 0 && !last.interrupted;
  return queued ? turns.length - 1 : turns.length;
}

/** The turn with the prompt that the report names, so not an earlier one whose report is repeated. */
const indexOfPrompt = (turns: readonly TranscriptTurn[], { promptId }: TurnEnd): number =>
  promptId === null ? -1 : turns.findLastIndex((turn) => turn.promptIds.includes(promptId));

/** The turn the report is about: the one that holds its prompt, else the newest. */
function provisional(turns: readonly TranscriptTurn[], end: TurnEnd, answer: string): Settlement {
  const named = indexOfPrompt(turns, end);
  const at = named >= 0 ? named : turns.length - 1;
  const turn = turns[at];
  const before = turns.slice(0, Math.max(at, 0)).map(closed);
  const isOther = end.promptId !== null && named < 0 && (turn?.promptIds.length ?? 0) > 0;
  if (turn === undefined || turn.continues || isOther)
    return { store: before, cover: before.length };
  const store = [...before, { turn, answer, state: 'provisional' as const }];
  return { store, cover: before.length };
}

const NOTHING: Settlement = { store: [], cover: 0 };

const closedAll = (turns: readonly TranscriptTurn[]): Settlement => ({
  store: turns.map(closed),
  cover: turns.length,
});

/** A turn that later rows have closed. */
function closed(turn: TranscriptTurn): SettledTurn {
  const answer = turn.fragments.at(-1) ?? null;
  const whole = answer !== null && !turn.interrupted;
  return { turn, answer, state: whole ? 'complete' : 'interrupted' };
}
