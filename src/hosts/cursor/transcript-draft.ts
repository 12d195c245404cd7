import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn, TurnStart } from '../../core/turn.ts';
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
  #soFar: TurnSoFar;
  #fragments: string[] = [];
  #details: Detail[] = [];
  #lastUtterance: Detail | null = null;
  #answerId: string | null = null;
  #endedAt: number | null = null;
  #touched = false;
  #closed = false;

  private constructor(soFar: TurnSoFar, from: TranscriptCursor, request: Request | null) {
    this.key = soFar.key;
    this.#soFar = soFar;
    this.from = from;
    this.#request = request;
  }

  static begin(key: string, number: number, request: Request, from: TranscriptCursor): TurnDraft {
    const nothing = { parts: 0, failed: false, ended: false, worked: false, spoke: false };
    return new TurnDraft({ key, number, ...nothing }, from, request);
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: TurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar, from, null);
  }

  /** Something in the file says that the turn is over. */
  get over(): boolean {
    return this.#soFar.failed || this.#soFar.ended;
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
    return this.#soFar;
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
    this.#set({ number, spoke: true, worked: false });
    this.goOn();
  }

  keep(detail: NewDetail): void {
    this.#keep(detail);
    if (detail.kind === 'tool_input' || detail.kind === 'tool_output') this.#set({ worked: true });
  }

  /** The agent does something: the turn is not over, whatever was said before. */
  goOn(): void {
    this.#set({ failed: false, ended: false });
  }

  end({ failed, error }: EndMark): void {
    this.#set({ failed, ended: !failed });
    if (error === null) return;
    this.#keep({ id: null, kind: 'system', toolName: 'turn_ended', input: null, output: error });
  }

  /** The next request came. */
  close(): void {
    this.#closed = true;
  }

  seenAt(at: number | null): void {
    this.#endedAt = at ?? this.#endedAt;
  }

  toTurn(): TranscriptTurn {
    return {
      key: this.key,
      continues: this.#request === null,
      number: this.#soFar.number,
      start: this.#request?.start ?? 'unknown',
      startedAt: this.#request?.at ?? null,
      endedAt: this.#endedAt,
      requests: this.#request?.text ? [this.#request.text] : [],
      promptIds: [],
      fragments: this.#fragments,
      answerId: this.#answerId,
      interrupted: this.#interrupted(),
      details: this.#details.filter((detail) => detail !== this.#lastUtterance),
    };
  }

  /** Besides the host's marks: the next request came while there was no answer yet. */
  #interrupted(): boolean {
    const { failed, ended, spoke, worked } = this.#soFar;
    return failed || (this.#closed && !ended && (!spoke || worked));
  }

  /** Rows have no ids and positions begin again when the file does: a detail is named inside its turn. */
  #keep({ id, ...detail }: NewDetail): Detail {
    const { parts } = this.#soFar;
    const kept = { sourceId: id ?? `${this.key}:${parts}`, ...detail };
    this.#details.push(kept);
    this.#touched = true;
    this.#set({ parts: parts + 1 });
    return kept;
  }

  #set(fields: Partial<TurnSoFar>): void {
    this.#soFar = { ...this.#soFar, ...fields };
  }
}
