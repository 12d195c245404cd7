import type { SuccessorSettings } from '../../core/auto-handoff.ts';
import { isRecord } from '../../core/record.ts';
import { stringOf } from '../payload-fields.ts';

type RawRow = Readonly<Record<string, unknown>>;

/** Parts of rows that tell how a conversation is set and called, beside those of its messages. */
export const TRAIT_ROWS = ['-title"', '"permission-mode"', '"output_config"'];

/** How a conversation is set and called, by the last row that says so. */
export class ConversationTraits {
  #model: string | null = null;
  #effort: string | null = null;
  #permissionMode: string | null = null;
  #userTitle: string | null = null;
  #ownTitle: string | null = null;

  read(row: RawRow): void {
    this.#userTitle = titleIn(row, 'custom-title', 'customTitle') ?? this.#userTitle;
    this.#ownTitle = titleIn(row, 'ai-title', 'aiTitle') ?? this.#ownTitle;
    this.#model = modelIn(row) ?? this.#model;
    this.#effort = effortIn(row) ?? this.#effort;
    /* Of user rows too. */
    this.#permissionMode = stringOf(row.permissionMode) ?? this.#permissionMode;
  }

  get settings(): SuccessorSettings {
    return { model: this.#model, effort: this.#effort, permissionMode: this.#permissionMode };
  }

  /** What the user called it, else what Claude Code did. */
  get title(): string | null {
    return this.#userTitle ?? this.#ownTitle;
  }
}

const titleIn = (row: RawRow, type: string, key: string): string | null =>
  row.type === type ? stringOf(row[key]) : null;

/** The host writes rows in the name of no model as well; a subagent may run on another one. */
function modelIn({ type, isSidechain, message }: RawRow): string | null {
  if (type !== 'assistant' || isSidechain === true || !isRecord(message)) return null;
  const model = stringOf(message.model);
  return model?.startsWith('claude-') ? model : null;
}

/** Hooks are told of it at tools alone; the host writes down what it has asked the model for. */
function effortIn({ type, querySource, params }: RawRow): string | null {
  if (type !== 'api-request' || querySource !== 'repl_main_thread' || !isRecord(params))
    return null;
  const { output_config: config } = params;
  return isRecord(config) ? stringOf(config.effort) : null;
}
