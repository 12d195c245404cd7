import type {
  PromptEvent,
  SessionEndEvent,
  SessionStartEvent,
  ToolStartEvent,
  TurnEndEvent,
} from '../core/event.ts';
import type { PromptCommand } from '../core/prompt-word.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import type { PendingHandoff } from '../platform/session-marks.ts';
import type { HookCall, HookContext } from './hook-context.ts';

/** What a hook that answers nothing can want of the database. */
export type StoreJob =
  | { readonly type: 'store-turn'; readonly event: TurnEndEvent }
  | { readonly type: 'close-session'; readonly event: SessionEndEvent };

/** What a hook whose answer matters can want of the database. */
export type AnswerJob =
  | {
      readonly type: 'give';
      readonly event: PromptEvent | ToolStartEvent;
      readonly pending: PendingHandoff;
    }
  | { readonly type: 'remind'; readonly event: SessionStartEvent }
  | { readonly type: 'show'; readonly event: SessionStartEvent; readonly pending: PendingHandoff }
  | { readonly type: 'claim'; readonly event: PromptEvent; readonly pending: PendingHandoff }
  | { readonly type: 'word'; readonly event: PromptEvent; readonly command: PromptCommand };

/** Loaded only by the events that need it: everything behind it weighs more than a whole hook. */
export type RunStoreJob = (context: HookContext, job: StoreJob) => Promise<void>;
/** In a process of its own, so no hook loads it. */
export type RunMaintenance = (context: HookContext) => Promise<void>;
/** Apart, because what renders texts for a model weighs as much again. */
export type RunAnswerJob = (call: HookCall, host: HookHost, job: AnswerJob) => Promise<HookAnswer>;
