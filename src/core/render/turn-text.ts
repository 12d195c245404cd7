import type { InjectionText } from '../text/injection-en.ts';
import type { DetailKind } from '../turn.ts';
import { asData } from './fence.ts';
import type { DetailCount, MemoryTurn } from './memory-turn.ts';
import { quotable } from './quotation.ts';

/** Longest tool name, in UTF-16 units, and most labels a turn shows. */
const LONGEST_NAME = 40;
const MOST_LABELS = 8;

/** What a detail is called; outputs belong to their calls, and system rows say nothing to a reader. */
const LABEL_OF_KIND = {
  tool_input: 'tool',
  tool_output: null,
  system: null,
  thinking: 'thinking',
  image: 'image',
  utterance: 'utterance',
  subagent: 'subagent',
} as const satisfies Record<DetailKind, 'tool' | keyof InjectionText['labels'] | null>;

/** What of a turn is shown, ready to stand inside the block. */
interface TurnBody {
  readonly request: string;
  readonly answer: string;
}

/**
 * A turn in two parts: `[#id time] user: \u2026` and `[#id] assistant (state; details): \u2026`.
 * The suffix stands before the answer, where a text cannot fake it and a model does not imitate it.
 */
export function renderTurn(
  turn: MemoryTurn,
  body: TurnBody,
  text: InjectionText,
  formatTime: (at: number) => string,
): string {
  const state = turn.state === 'complete' ? [] : [text.states[turn.state]];
  const remarks = [...state, ...detailLabels(turn.details, text)].join(', ');
  const suffix = remarks === '' ? '' : ` (${remarks})`;
  return (
    `[#${turn.id} ${formatTime(turn.startedAt)}] user: ${body.request}\n` +
    `[#${turn.id}] assistant${suffix}: ${body.answer}`
  );
}

/** The texts of a turn as data; a missing one is named. `reach` as in {@link asData}. */
export function turnBody(turn: MemoryTurn, text: InjectionText, reach: number): TurnBody {
  return {
    request: asData(turn.request, reach) || text.noRequest,
    answer: asData(turn.answer ?? '', reach) || text.noAnswer,
  };
}

/** Whether the tools of a turn left something that can be fetched. */
export const usedTools = (turn: MemoryTurn): boolean =>
  turn.details.some(({ kind }) => kind === 'tool_input' || kind === 'tool_output');

/** `Bash \u00d72`, `Edit`, \u2026 in order of first occurrence. */
export function detailLabels(
  details: readonly DetailCount[],
  text: InjectionText,
): readonly string[] {
  const counts = new Map<string, number>();
  for (const detail of details) {
    const label = labelOf(detail, text);
    if (label !== null) counts.set(label, (counts.get(label) ?? 0) + detail.count);
  }
  const labels = [...counts].map(([label, count]) =>
    count > 1 ? `${label} \u00d7${count}` : label,
  );
  const left = labels.length - MOST_LABELS;
  return left > 0 ? [...labels.slice(0, MOST_LABELS), `+${left}`] : labels;
}

function labelOf({ kind, toolName }: DetailCount, text: InjectionText): string | null {
  const label = LABEL_OF_KIND[kind];
  return label === 'tool' ? toolLabel(toolName) : label && text.labels[label];
}

/** A tool's own name, without the server an MCP name begins with (`mcp__github__search` is `search`). */
const toolLabel = (name: string): string | null =>
  quotable(name.replace(/^.*__(?=.)/s, ''), LONGEST_NAME) || null;
