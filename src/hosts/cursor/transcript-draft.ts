import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn, TurnStart } from '../../core/turn.ts';
import { TurnFlags } from '../turn-flags.ts';
import type { EndMark } from './transcript-rows.ts';
import type { TurnSoFar } from './transcript-state.ts';

export interface Request {
  /** Empty when nothing but a memory of ours stood there. */
  readonly text: string;
  readonly start: TurnStart;
  /** Epoch milliseconds; null where neither its row nor an earlier one has a time. */
  readonly at: number | null;
}

/** A detail before it has a name. `id` is the host's own, where it writes one. */
export type NewDetail = Omit<Detail, 'sourceId'> & { readonly id: string | null };

/** A turn while its rows are read. */
export class TurnDraft {
  readonly key: string;
  /** Reading from here gives this turn whole again. */
  readonly from: TranscriptCursor;
  readonly #request: Request | null;
  readonly #flags: TurnFlags;
  #number: number;
  #parts: number;
  #fragments: string[] = [];
  #details: Detail[] = [];
  #lastUtterance: Detail | null = null;
  #answerId: string | null = null;
  #endedAt: number | null = null;
  #touched = false;

  private constructor(
    soFar: Omit<TurnSoFar, 'flags'> & Partial<TurnSoFar>,
    from: TranscriptCursor,
    request: Request | null,
  ) {
    this.key = soFar.key;
    this.#number = soFar.number;
    this.#parts = soFar.parts;
    this.#flags = new TurnFlags(soFar.flags);
    this.from = from;
    this.#request = request;
  }

  static begin(key: string, number: number, request: Request, from: TranscriptCursor): TurnDraft {
    return new TurnDraft({ key, number, parts: 0 }, from, request);
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: TurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar, from, null);
  }

  /** Something in the file says that the turn is over. */
  get over(): boolean {
    return this.#flags.over;
  }

  /** Nobody has asked and nobody answered: no turn so far. */
  get hidden(): boolean {
    return this.#request?.text === '' && !this.#touched;
  }

  /** The end of a settled turn alone is no news. */
  get visible(): boolean {
    return this.#request === null ? this.#touched : !this.hidden;
  }

  get soFar(): TurnSoFar {
    const { values: flags } = this.#flags;
    return { key: this.key, number: this.#number, parts: this.#parts, flags };
  }

  say(text: string, number: number, messageId: string | null): void {
    this.#fragments.push(text);
    this.#answerId = messageId;
    this.#lastUtterance = this.#keep({
      id: null,
      kind: 'utterance',
      toolName: 'utterance',
      input: null,
      output: text,
    });
    this.#number = number;
    this.#flags.set({ spoke: true, worked: false });
    this.goOn();
  }

  keep(detail: NewDetail): void {
    this.#keep(detail);
    const worked = detail.kind === 'tool_input' || detail.kind === 'tool_output';
    if (worked) this.#flags.set({ worked });
  }

  /** The agent does something: the turn is not over, whatever was said before. */
  goOn(): void {
    this.#flags.set({ failed: false, ended: false });
  }

  end({ failed, error }: EndMark): void {
    this.#flags.set({ failed, ended: !failed });
    if (error === null) return;
    this.#keep({ id: null, kind: 'system', toolName: 'turn_ended', input: null, output: error });
  }

  /** The next request came. */
  close(): void {
    this.#flags.close();
  }

  seenAt(at: number | null): void {
    this.#endedAt = at ?? this.#endedAt;
  }

  toTurn(): TranscriptTurn {
    return {
      key: this.key,
      continues: this.#request === null,
      number: this.#number,
      start: this.#request?.start ?? 'unknown',
      startedAt: this.#request?.at ?? null,
      endedAt: this.#endedAt,
      requests: this.#request?.text ? [this.#request.text] : [],
      promptIds: [],
      fragments: this.#fragments,
      answerId: this.#answerId,
      interrupted: this.#flags.interrupted,
      details: this.#details.filter((detail) => detail !== this.#lastUtterance),
    };
  }

  /** Rows have no ids and positions begin again when the file does: a detail is named inside its turn. */
  #keep({ id, ...detail }: NewDetail): Detail {
    const kept = { sourceId: id ?? `${this.key}:${this.#parts}`, ...detail };
    this.#details.push(kept);
    this.#touched = true;
    this.#parts += 1;
    return kept;
  }
}
