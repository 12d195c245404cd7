import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn, TurnStart } from '../../core/turn.ts';
import type { Draft } from '../draft-list.ts';
import { TurnProgress } from '../turn-progress.ts';
import { endError, type NewDetail, utterance } from './transcript-details.ts';
import type { EndMark } from './transcript-rows.ts';
import type { CursorTurnSoFar } from './transcript-state.ts';

export interface Request {
  /** Empty when nothing but a memory of ours stood there. */
  readonly text: string;
  readonly start: TurnStart;
  /** Epoch milliseconds; null where neither its row nor an earlier one has a time. */
  readonly at: number | null;
}

/** A turn while its rows are read. */
export class TurnDraft implements Draft {
  readonly key: string;
  readonly from: TranscriptCursor;
  readonly progress: TurnProgress;
  readonly #request: Request | null;
  #number: number;
  #parts: number;
  #fragments: string[] = [];
  #details: Detail[] = [];
  #lastUtterance: Detail | null = null;
  #answerId: string | null = null;

  private constructor(
    soFar: Omit<CursorTurnSoFar, 'flags'> & Partial<CursorTurnSoFar>,
    from: TranscriptCursor,
    request: Request | null,
  ) {
    this.key = soFar.key;
    this.#number = soFar.number;
    this.#parts = soFar.parts;
    this.progress = new TurnProgress(soFar.flags);
    this.from = from;
    this.#request = request;
  }

  static begin(key: string, number: number, request: Request, from: TranscriptCursor): TurnDraft {
    return new TurnDraft({ key, number, parts: 0 }, from, request);
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: CursorTurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar, from, null);
  }

  /** Nobody has asked and nobody answered: no turn so far. */
  get undecided(): boolean {
    return this.#request?.text === '' && this.#details.length === 0;
  }

  /** The end of a settled turn alone is no news. */
  get visible(): boolean {
    return this.#request === null ? this.#details.length > 0 : !this.undecided;
  }

  get soFar(): CursorTurnSoFar {
    const { flags } = this.progress;
    return { key: this.key, number: this.#number, parts: this.#parts, flags };
  }

  say(text: string, number: number, messageId: string | null): void {
    this.#fragments.push(text);
    this.#answerId = messageId;
    this.#lastUtterance = this.#keep(utterance(text));
    this.#number = number;
    this.progress.set({ spoke: true, worked: false });
    this.goOn();
  }

  keep(detail: NewDetail): void {
    this.#keep(detail);
    const worked = detail.kind === 'tool_input' || detail.kind === 'tool_output';
    if (worked) this.progress.set({ worked });
  }

  /** The agent does something: the turn is not over, whatever was said before. */
  goOn(): void {
    this.progress.set({ failed: false, ended: false });
  }

  end({ failed, error }: EndMark): void {
    this.progress.set({ failed, ended: !failed });
    if (error !== null) this.#keep(endError(error));
  }

  toTurn(): TranscriptTurn {
    return {
      key: this.key,
      continues: this.#request === null,
      number: this.#number,
      start: this.#request?.start ?? 'unknown',
      startedAt: this.#request?.at ?? null,
      endedAt: this.progress.endedAt,
      requests: this.#request?.text ? [this.#request.text] : [],
      promptIds: [],
      fragments: this.#fragments,
      answerId: this.#answerId,
      interrupted: this.progress.interrupted,
      details: this.#details.filter((detail) => detail !== this.#lastUtterance),
    };
  }

  /** Rows have no ids and positions begin again when the file does: a detail is named inside its turn. */
  #keep({ id, ...detail }: NewDetail): Detail {
    const kept = { sourceId: id ?? `${this.key}:${this.#parts}`, ...detail };
    this.#details.push(kept);
    this.#parts += 1;
    return kept;
  }
}
