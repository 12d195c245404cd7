import { clipEnd } from '../../core/clip.ts';
import {
  type InFlight,
  type InFlightStep,
  LONGEST_STEP_TEXT,
  MOST_STEPS,
  MOST_STOPPED_TOOLS,
  type TimedText,
  type ToolCall,
} from '../../core/in-flight.ts';
import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';
import { oneLine, toolTarget } from './tool-target.ts';
import type { AssistantRow } from './transcript-rows.ts';

/** Between prompts that are answered together. */
const PROMPT_SEPARATOR = '\n\n';

interface Call extends ToolCall {
  readonly kind: 'tool';
  readonly id: string | null;
  /** Calls of one response share it. */
  readonly response: string | null;
}

type Said = { readonly kind: 'text'; readonly text: string };

/** One turn of a transcript as it goes, row by row. */
export class InFlightTurn {
  readonly #directory: string;
  readonly #requests: TimedText[] = [];
  readonly #steps: (Call | Said)[] = [];
  /** By the id of the call: whether it failed. */
  readonly #results = new Map<string, boolean>();
  #lastWords: TimedText | null = null;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** The agent has said or done something. */
  get hasBegun(): boolean {
    return this.#steps.length > 0;
  }

  holds(toolUseId: string): boolean {
    return this.#steps.some((step) => isCall(step) && step.id === toolUseId);
  }

  ask(words: TimedText | null): void {
    if (words !== null && words.text !== '') this.#requests.push(words);
  }

  answer({ blocks, at, messageId }: AssistantRow): void {
    for (const block of blocks) {
      if (block.type === 'text' && block.text.trim() !== '') {
        this.#lastWords = { text: block.text, at };
        const text = clipEnd(oneLine(block.text), LONGEST_STEP_TEXT, 'characters', '…');
        this.#steps.push({ kind: 'text', text });
      } else if (block.type === 'tool_use') {
        const { id, name, input } = block;
        const target = toolTarget(input, this.#directory);
        this.#steps.push({ kind: 'tool', name, target, id, response: messageId });
      }
    }
  }

  /** What tools gave back, of a row as it stands in the file. */
  results({ message }: Readonly<Record<string, unknown>>): void {
    if (!isRecord(message) || !Array.isArray(message.content)) return;
    for (const block of message.content) {
      if (!isRecord(block) || block.type !== 'tool_result') continue;
      const id = stringOf(block.tool_use_id);
      if (id !== null) this.#results.set(id, block.is_error === true);
    }
  }

  /** @param toolUseId the call that was stopped; null where none was */
  result(toolUseId: string | null): InFlight {
    const isStopped = this.#stoppedBy(toolUseId);
    const stopped = this.#steps.filter(isCall).filter(isStopped);
    const done = this.#steps.filter((step) => !isCall(step) || !isStopped(step));
    const older = done.slice(0, -MOST_STEPS);
    return {
      request: joined(this.#requests),
      lastWords: this.#lastWords,
      steps: done.slice(-MOST_STEPS).map((step) => this.#told(step)),
      earlier: older.length === 0 ? null : counted(older),
      stoppedTools: stopped.slice(0, MOST_STOPPED_TOOLS).map(toolCall),
      stoppedToolCount: stopped.length,
      prompts: [],
    };
  }

  /** Hooks of one response run side by side, so any of its calls may be the one that was stopped. */
  #stoppedBy(toolUseId: string | null): (call: Call) => boolean {
    const known = this.#steps.filter(isCall).find(({ id }) => id !== null && id === toolUseId);
    if (known === undefined) return ({ id }) => id === null || !this.#results.has(id);
    return (call) => call === known || (call.response !== null && call.response === known.response);
  }

  #told(step: Call | Said): InFlightStep {
    if (!isCall(step)) return step;
    const failed = step.id !== null && this.#results.get(step.id) === true;
    return { kind: 'tool', ...toolCall(step), failed };
  }
}

const isCall = (step: Call | Said): step is Call => step.kind === 'tool';

const toolCall = ({ name, target }: Call): ToolCall => ({ name, target });

function joined(requests: readonly TimedText[]): TimedText | null {
  const [first] = requests;
  if (first === undefined) return null;
  return { text: requests.map(({ text }) => text).join(PROMPT_SEPARATOR), at: first.at };
}

function counted(steps: readonly (Call | Said)[]): InFlight['earlier'] {
  const tools: Record<string, number> = {};
  for (const { name } of steps.filter(isCall)) tools[name] = (tools[name] ?? 0) + 1;
  return { texts: steps.filter((step) => !isCall(step)).length, tools };
}
