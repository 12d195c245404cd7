/**
 * How sure it is that a turn is over. A stored state only rises: {@link higherState}. `unverified`: a
 * host reported an end in a session that it never began, without a transcript; never given to a model.
 */
const TURN_STATES = ['unverified', 'interrupted', 'provisional', 'complete'] as const;
export type TurnState = (typeof TURN_STATES)[number];

export const higherState = (a: TurnState, b: TurnState): TurnState =>
  TURN_STATES.indexOf(a) >= TURN_STATES.indexOf(b) ? a : b;

/** Who began the turn: a person, the host itself (a background task ended), or not known. */
export type TurnStart = 'prompt' | 'self' | 'unknown';

export type DetailKind =
  | 'tool_input'
  | 'tool_output'
  | 'system'
  | 'image'
  | 'thinking'
  | 'utterance'
  | 'subagent';

/** What a turn holds besides request and answer: put away, fetched on demand. */
export interface Detail {
  /** Unique in its session, so that reading the same rows again adds nothing. */
  readonly sourceId: string;
  readonly kind: DetailKind;
  /** Tool name, attachment type, or what `kind` says. */
  readonly toolName: string;
  readonly input: string | null;
  readonly output: string | null;
}

/**
 * One user request and everything up to the next one, as a transcript tells it.
 * Texts are verbatim; times are epoch milliseconds, null where the host wrote none.
 */
export interface TranscriptTurn {
  /** Identity inside the session (the host's own id of the request where there is one). */
  readonly key: string;
  /**
   * True when these rows continue a turn that an earlier reading already settled: `requests` then
   * holds nothing and the rest is added to the stored turn.
   */
  readonly continues: boolean;
  /**
   * Order among the turns of its session, not identity. Where the last text of the turn stands among the
   * text rows of the transcript; Codex: how many turns there were, with this one.
   */
  readonly number: number;
  readonly start: TurnStart;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  /** The request's parts in order: prompts queued while the agent worked and answered together are one turn. */
  readonly requests: readonly string[];
  /** Host ids of the prompts, as far as rows name them. */
  readonly promptIds: readonly string[];
  /** The agent's texts, oldest first; host-written error texts are not among them. The last is the answer. */
  readonly fragments: readonly string[];
  /** The model API's id of the last of them. A host that copies a conversation under new ids keeps it. */
  readonly answerId: string | null;
  /** The host marked the turn as cut short, or it failed. */
  readonly interrupted: boolean;
  readonly details: readonly Detail[];
}
