import type { Budget } from '../core/budget.ts';
import type { HostEvent } from '../core/event.ts';
import type { Result } from '../core/result.ts';

/** The names under which hooks are registered. They never change with a version. */
export const HOOK_COMMANDS = [
  'session-start',
  'prompt-submit',
  'process-turn',
  'session-end',
] as const;
/** Ends at once with 0, in every version. */
export const SILENT_COMMAND = 'codex-hook';
/** Names under which hooks of other versions are registered: they leave without a word. */
export const SILENT_COMMANDS: readonly string[] = [
  'pre-tool-use',
  'pre-compact',
  SILENT_COMMAND,
  'capture-tool',
  'inject-context',
];
export type HookCommand = (typeof HOOK_COMMANDS)[number];

/** What a hook has to tell its host. Only the host's own reply puts it into words on stdout. */
export type HookAnswer =
  | { readonly kind: 'nothing' }
  /** `text` for the model, `notice` for the user. */
  | { readonly kind: 'inject'; readonly text: string; readonly notice: string }
  /** The prompt goes no further; `reason` is shown to the user. */
  | { readonly kind: 'block'; readonly reason: string };

export interface RawHook {
  readonly command: HookCommand;
  readonly payload: unknown;
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly home: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** One host's side of a hook call: what it says and what it wants to hear. */
export interface HookHost {
  readonly budget: Budget;
  /** `foreign`: another host ran our entry in this host's settings. */
  readEvent(raw: RawHook): Result<HostEvent, 'foreign' | 'unknown'>;
  /** The model has spoken after it was given the text with this mark; `transcript` as it is on disk. */
  hasAnswered(transcript: Buffer, mark: string): boolean;
  /** Exactly what goes to stdout; empty for nothing. */
  renderReply(answer: HookAnswer): string;
}
