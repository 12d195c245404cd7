import type { EventBase, HostEvent, SessionStartEvent } from '../core/event.ts';
import type { HookCommand } from './hook-host.ts';

/** What the host tells besides; each event takes the part that belongs to it. */
export interface EventWords {
  readonly source: SessionStartEvent['source'];
  readonly prompt: string;
  readonly lastAnswer: string | null;
  readonly failed: boolean;
  readonly reason: string | null;
}

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
  const { source, prompt, lastAnswer, failed, reason } = words;
  switch (command) {
    case 'session-start':
      return { ...base, type: command, source };
    case 'prompt-submit':
      return { ...base, type: command, prompt };
    case 'pre-tool-use':
      return { ...base, type: command };
    case 'process-turn':
      return { ...base, type: command, lastAnswer, failed };
    case 'session-end':
      return { ...base, type: command, reason: reason ?? 'other' };
    default:
      return command satisfies never;
  }
}
