import type { EventBase, HostEvent, SessionStartEvent, ToolStartEvent } from '../core/event.ts';
import type { HookCommand } from './hook-host.ts';

/** What the host tells besides; each event takes the part that belongs to it. */
export interface EventWords {
  readonly source: SessionStartEvent['source'];
  readonly prompt: string;
  readonly lastAnswer: string | null;
  readonly failed: boolean;
  readonly reason: string | null;
  /** Of hosts whose conversations can be handed over. */
  readonly tool?: ToolWords;
  readonly trigger?: string | null;
}

type ToolWords = Pick<ToolStartEvent, 'toolName' | 'toolUseId' | 'effort' | 'permissionMode'>;

const NO_TOOL: ToolWords = { toolName: null, toolUseId: null, effort: null, permissionMode: null };

const SOURCES: readonly SessionStartEvent['source'][] = [
  'startup',
  'clear',
  'resume',
  'fork',
  'compact',
];

/** How a session begins, in the word that most hosts have for it; a word that we do not know begins one. */
export const sourceOf = (word: unknown): SessionStartEvent['source'] =>
  SOURCES.find((known) => known === word) ?? 'startup';

/** The event that a hook was called for. */
export function hostEvent(command: HookCommand, base: EventBase, words: EventWords): HostEvent {
  const { source, prompt, lastAnswer, failed, reason, tool = NO_TOOL, trigger = null } = words;
  switch (command) {
    case 'session-start':
      return { ...base, type: command, source };
    case 'prompt-submit':
      return { ...base, type: command, prompt };
    case 'pre-tool-use':
      return { ...base, ...tool, type: command };
    case 'pre-compact':
      return { ...base, type: command, trigger };
    case 'process-turn':
      return { ...base, type: command, lastAnswer, failed };
    case 'session-end':
      return { ...base, type: command, reason: reason ?? 'other' };
    default:
      return command satisfies never;
  }
}
