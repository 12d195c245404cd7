import type { Budget } from '../core/budget.ts';
import type { HostEvent, OfferEvent } from '../core/event.ts';
import type { Result } from '../core/result.ts';

/** The names under which hooks are registered. They never change with a version. */
export const HOOK_COMMANDS = [
  'session-start',
  'prompt-submit',
  'pre-tool-use',
  'pre-compact',
  'process-turn',
  'session-end',
] as const;
/** Ends at once with 0, in every version. */
export const SILENT_COMMAND = 'codex-hook';
/** Names under which hooks of other versions are registered: they leave without a word. */
export const SILENT_COMMANDS: readonly string[] = [
  SILENT_COMMAND,
  'capture-tool',
  'inject-context',
];
export type HookCommand = (typeof HOOK_COMMANDS)[number];

/** What a hook has to tell its host. Only the host's own reply puts it into words on stdout. */
export type HookAnswer =
  | { readonly kind: 'nothing' }
  /** `text` for the model, `notice` for the user. */
  | { readonly kind: 'inject'; readonly text: string; readonly notice: string | null }
  /** The prompt goes no further; `reason` is shown to the user. */
  | { readonly kind: 'block'; readonly reason: string }
  /** What is about to happen does not, and the turn ends; `reason` is for user and model. */
  | { readonly kind: 'stop'; readonly reason: string };

export type Payload = Readonly<Record<string, unknown>>;
export type Variables = Readonly<Record<string, string | undefined>>;

export interface RawHook {
  readonly command: HookCommand;
  readonly payload: unknown;
  readonly variables: Variables;
  readonly home: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One host's side of a hook call: what it says and what it wants to hear. */
export interface HookHost {
  /** What a user types to speak to us. */
  readonly word: '/tl' | '$tl';
  /** Of the text that one answer may carry to the model. */
  readonly budget: Budget;
  /** The event whose answer reaches the model. */
  readonly delivery: OfferEvent['type'];
  /** The event whose answer reaches the model behind the host's own compaction; null where none does. */
  readonly remindsAt: OfferEvent['type'] | null;
  /** Its conversations can be handed to a successor instead of being compacted. */
  readonly handsOver: boolean;
  /** It says when a conversation begins behind `/clear`. */
  readonly reportsClear: boolean;
  /** What a failure of our own ends with: some hosts show every other code to the user, or stop. */
  readonly failureExit: 0 | 1;
  /** `ignored`: a call that is none of our business, such as a second report of the same end. */
  readEvent(raw: RawHook): Result<HostEvent, 'unknown' | 'ignored'>;
  /** Where what a hook gave the model is written down, if not in the transcript itself. */
  readonly proofBeside?: (transcript: string) => string;
  /** The model has spoken after it was given the text with this mark; `transcript` as it is on disk. */
  hasAnswered(transcript: Buffer, mark: string): boolean;
  /** Exactly what goes to stdout for this event; empty for nothing. */
  renderReply(answer: HookAnswer, on: HostEvent['type']): string;
}
