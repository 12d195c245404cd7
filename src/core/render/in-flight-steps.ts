import { type BudgetUnit, sizeIn } from '../budget.ts';
import { clipEnd } from '../clip.ts';
import {
  type InFlight,
  type InFlightStep,
  LONGEST_STEP_TEXT,
  LONGEST_TARGET,
  type ToolCall,
} from '../in-flight.ts';
import type { InterruptedText } from '../text/interrupted-en.ts';
import { asData } from './fence.ts';
import { oneLine } from './quotation.ts';

/** How a turn that was stopped is told. */
export interface InFlightFrame {
  readonly text: InterruptedText;
  /** Local `YYYY-MM-DD HH:MM`. */
  readonly formatTime: (at: number) => string;
  readonly unit: BudgetUnit;
}

const LONGEST_NAME = 80;
/** Of a text whose beginning is shown on a line. */
const SAMPLE_LENGTH = 4000;
const MOST_COUNTED_TOOLS = 8;

/**
 * The newest steps that there is room for, each on a line, behind one that counts the others.
 * @param room in the frame's unit
 * @returns `from`: index of the first step that has a line
 */
export function doneSteps(
  { steps, earlier }: InFlight,
  room: number,
  frame: InFlightFrame,
): { readonly text: string; readonly from: number } {
  const lines = steps.map((step) => stepLine(step, frame));
  for (let from = 0; from <= lines.length; from += 1) {
    const before = countLine(steps.slice(0, from), earlier, frame);
    const text = [...(before === '' ? [] : [before]), ...lines.slice(from)].join('\n');
    if (sizeIn(frame.unit, text) <= room) return { text, from };
  }
  return { text: '', from: lines.length };
}

const stepLine = (step: InFlightStep, { text }: InFlightFrame): string =>
  step.kind === 'text'
    ? `- ${text.said}${line(step.text, LONGEST_STEP_TEXT)}`
    : `- ${callLine(step)}${step.failed ? text.failed : ''}`;

const callLine = ({ name, target }: ToolCall): string =>
  [line(name, LONGEST_NAME), line(target ?? '', LONGEST_TARGET)]
    .filter((word) => word !== '')
    .join(' ');

/** Texts and tools that have no line of their own. */
function countLine(
  steps: readonly InFlightStep[],
  earlier: InFlight['earlier'],
  { text }: InFlightFrame,
): string {
  const tools = new Map(Object.entries(earlier?.tools ?? {}));
  let texts = earlier?.texts ?? 0;
  for (const step of steps) {
    if (step.kind === 'text') texts += 1;
    else tools.set(step.name, (tools.get(step.name) ?? 0) + 1);
  }
  if (texts === 0 && tools.size === 0) return '';
  const labels = [...tools].map(([name, count]) => `${line(name, LONGEST_NAME)} \u00d7${count}`);
  const left = labels.length - MOST_COUNTED_TOOLS;
  const shown = left > 0 ? [...labels.slice(0, MOST_COUNTED_TOOLS), `+${left}`] : labels;
  return text.earlier({ texts, tools: shown });
}

/** One call a line, and how many there are besides. */
export function notRun(
  { stoppedTools, stoppedToolCount }: InFlight,
  room: number,
  { text, unit }: InFlightFrame,
): string {
  const lines = stoppedTools.map((call) => `- ${callLine(call)}`);
  for (let shown = lines.length; shown > 0; shown -= 1) {
    const left = Math.max(stoppedToolCount, lines.length) - shown;
    const more = left > 0 ? [`- ${text.unnamed(left)}`] : [];
    const content = [...lines.slice(0, shown), ...more].join('\n');
    if (sizeIn(unit, content) <= room) return content;
  }
  return '';
}

/** What may stand on a line of ours. @param max UTF-16 units */
const line = (text: string, max: number): string => {
  const single = oneLine(clipEnd(text, SAMPLE_LENGTH, 'characters', ''));
  return clipEnd(asData(single, max), max, 'characters', '\u2026');
};
