import type { ScriptedReply } from './reply-script.ts';

/** An answer of the mock model before an API puts it into its shape. */
export interface ModelAnswer extends ScriptedReply {
  /** What the answer claims to have read; hosts compact by it. */
  readonly inputTokens: number;
}

/** One event of a stream; without a name only `data:` is sent. */
export interface StreamEvent {
  readonly name: string | null;
  readonly data: object | string;
}

/** How one API of a model vendor puts an answer into words. */
export interface ModelApi {
  /** Of the shell tool, of whichever of our hosts speaks this API. */
  readonly shell: string;
  /** Names of the tools the host offers. */
  toolNames(body: unknown): readonly unknown[];
  whole(body: unknown, answer: ModelAnswer): object;
  stream(body: unknown, answer: ModelAnswer): readonly StreamEvent[];
}

export const OUTPUT_TOKENS = 20;
