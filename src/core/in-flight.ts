/** A text with its time in epoch milliseconds; null where the host wrote none. */
export interface TimedText {
  readonly text: string;
  readonly at: number | null;
}

/** A tool call in one line. */
export interface ToolCall {
  readonly name: string;
  /** What it works on (a path, a command); null where its input names nothing. */
  readonly target: string | null;
}

/** What an agent said or did in a turn. */
export type InFlightStep =
  | { readonly kind: 'text'; readonly text: string }
  | ({ readonly kind: 'tool'; readonly failed: boolean } & ToolCall);

/** A turn that was stopped half-way, for whoever goes on from there. */
export interface InFlight {
  /** What the user asked for, word for word. */
  readonly request: TimedText | null;
  /** The agent's last words in that turn. */
  readonly lastWords: TimedText | null;
  /** What was done, oldest first; all of it is over. The newest {@link MOST_STEPS}. */
  readonly steps: readonly InFlightStep[];
  /** Steps before those. */
  readonly earlier: {
    readonly texts: number;
    /** How often each tool was called. */
    readonly tools: Readonly<Record<string, number>>;
  } | null;
  /** Calls of the last response that did not run: at most {@link MOST_STOPPED_TOOLS}, and how many there were. */
  readonly stoppedTools: readonly ToolCall[];
  readonly stoppedToolCount: number;
  /** Typed when the conversation could not take it any more. */
  readonly prompts: readonly string[];
}

export const MOST_STEPS = 80;
export const MOST_STOPPED_TOOLS = 10;
/** UTF-16 units of a text step, and of what a tool works on. */
export const LONGEST_STEP_TEXT = 300;
export const LONGEST_TARGET = 160;
