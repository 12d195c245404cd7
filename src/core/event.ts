import type { SessionRef } from './session.ts';

/** The process that runs a conversation, as far as the host tells it: mostly the one a person types into. */
export interface WindowRef {
  readonly pid: number;
  /** Kernel start time of that process; empty where the system does not tell. */
  readonly startTime: string;
  /** `terminal`: it cannot serve two windows. `server`: it serves several, and is none itself. */
  readonly kind?: 'terminal' | 'server';
}

/** What every event of a host carries. */
export interface EventBase {
  readonly session: SessionRef;
  /** Where the host says the conversation is; absolute. */
  readonly cwd: string;
  readonly transcriptPath: string | null;
  readonly promptId: string | null;
  readonly window: WindowRef | null;
  /** False when no person types into the session (`claude -p`, `--bg`, sdk). */
  readonly attended: boolean;
  /** Set inside a subagent or an internal fork of the host. */
  readonly agentId: string | null;
  /** Epoch milliseconds at which the hook read it. */
  readonly at: number;
}

export interface SessionStartEvent extends EventBase {
  readonly type: 'session-start';
  readonly source: 'startup' | 'clear' | 'resume' | 'fork' | 'compact';
}

export interface PromptEvent extends EventBase {
  readonly type: 'prompt-submit';
  readonly prompt: string;
}

/** A tool is about to run: where the prompt cannot carry a memory, and while a conversation is handed over. */
export interface ToolStartEvent extends EventBase {
  readonly type: 'pre-tool-use';
  /** The host's own words for the call and for how the conversation is set; null where it has none. */
  readonly toolName: string | null;
  readonly toolUseId: string | null;
  readonly effort: string | null;
  readonly permissionMode: string | null;
}

/** The host is about to write a summary in place of the conversation. */
export interface CompactionEvent extends EventBase {
  readonly type: 'pre-compact';
  /** `auto`, `manual`, or what else the host calls it. */
  readonly trigger: string | null;
}

export interface TurnEndEvent extends EventBase {
  readonly type: 'process-turn';
  /** The host's own copy of the last answer; null where it gives none. */
  readonly lastAnswer: string | null;
  /** The turn ended with an error of the host or its API instead of an answer. */
  readonly failed: boolean;
}

export interface SessionEndEvent extends EventBase {
  readonly type: 'session-end';
  readonly reason: string;
}

/** One event of a host, in our words. Hooks and the spool know nothing else. */
export type HostEvent =
  | SessionStartEvent
  | PromptEvent
  | ToolStartEvent
  | CompactionEvent
  | TurnEndEvent
  | SessionEndEvent;

/** The events whose answer can carry a memory. */
export type OfferEvent = SessionStartEvent | PromptEvent | ToolStartEvent;
