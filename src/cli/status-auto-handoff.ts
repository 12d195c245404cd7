import type { AutoHandoffText } from '../core/text/auto-handoff-en.ts';
import type { Environment } from '../platform/environment.ts';
import { autoHandoffState } from './auto-handoff-state.ts';
import { checkIn } from './doctor-check.ts';
import type { Words } from './words.ts';

export interface AutoHandoffStatus {
  /** Null: a file that says neither. */
  readonly enabled: boolean | null;
  /** Absolute; none: every project. */
  readonly projects: readonly string[];
  /** Both of its hooks are in the settings of Claude Code. */
  readonly registered: boolean;
  /** Sessions whose successor has taken over, as far as that is still kept. */
  readonly handedOver: number;
  readonly problems: readonly string[];
}

export function autoHandoffStatus(environment: Environment, words: Words): AutoHandoffStatus {
  const { config, registered, handoffs, faults } = autoHandoffState(environment);
  return {
    enabled: config?.enabled ?? null,
    projects: config?.projects ?? [],
    registered,
    handedOver: handoffs.filter(({ state }) => state === 'sent').length,
    problems: faults
      .map((fault) => checkIn(fault, words))
      .map(({ text, todo }) => (todo === null ? text : words.facts.withTodo(text, todo))),
  };
}

export function autoHandoffLines(status: AutoHandoffStatus, words: Words): readonly string[] {
  const { handedOver, problems } = status;
  const { autoHandoff: text } = words;
  const count = handedOver === 0 ? [] : [text.handedOver(handedOver)];
  return [
    text.line([onOrOff(status, text), ...count]),
    ...problems.map((problem) => `  ${problem}`),
  ];
}

function onOrOff({ enabled, projects }: AutoHandoffStatus, text: AutoHandoffText): string {
  if (enabled === null) return text.unreadable;
  return enabled ? text.on(projects) : text.off;
}
