import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn } from '../../core/turn.ts';
import type { Draft } from '../draft-list.ts';
import { TurnProgress } from '../turn-progress.ts';
import { utterance } from './transcript-details.ts';
import type { ItemRow } from './transcript-rows.ts';
import type { CodexTurnSoFar } from './transcript-state.ts';
import { uuidTime } from './uuid-time.ts';

interface Said {
  readonly text: string;
  readonly source: string;
  /** The model called it its answer. */
  readonly final: boolean;
  readonly id: string | null;
}

/** A turn while its rows are read. */
export class TurnDraft implements Draft {
  readonly continues: boolean;
  readonly from: TranscriptCursor;
  readonly progress: TurnProgress;
  #key: string;
  #turnId: string | null;
  /** Given when it turns out to be a turn. */
  #number: number | null;
  #requests: string[] = [];
  #said: Said[] = [];
  /** Details in file order; of a text only the place, because the last is no detail. */
  #kept: (Detail | Said)[] = [];
  #firstAt: number | null = null;
  #called = false;

  private constructor(
    key: string,
    turnId: string | null,
    from: TranscriptCursor,
    soFar: CodexTurnSoFar | null,
  ) {
    this.#key = key;
    this.#turnId = turnId;
    this.from = from;
    this.continues = soFar !== null;
    this.#number = soFar?.number ?? null;
    this.progress = new TurnProgress(soFar?.flags);
  }

  static begin(key: string, turnId: string | null, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(key, turnId, from, null);
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: CodexTurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar.key, soFar.turnId, from, soFar);
  }

  get key(): string {
    return this.#key;
  }

  get turnId(): string | null {
    return this.#turnId;
  }

  /** Nobody has asked and nothing was said: no turn so far. */
  get hidden(): boolean {
    return !this.continues && this.#requests.length === 0 && this.#said.length === 0;
  }

  get undecided(): boolean {
    return this.hidden && !this.progress.over;
  }

  get visible(): boolean {
    return this.continues ? this.#kept.length > 0 : !this.hidden;
  }

  get unnumbered(): boolean {
    return this.#number === null && !this.hidden;
  }

  get asked(): boolean {
    return this.continues || this.#requests.length > 0;
  }

  /** Asked, and the model was not called yet: a prompt that follows belongs to the same call. */
  get waiting(): boolean {
    const { active, over } = this.progress;
    return this.asked && !(this.continues || over || this.#called || active);
  }

  get soFar(): CodexTurnSoFar {
    const { flags } = this.progress;
    return { key: this.#key, turnId: this.#turnId, number: this.#number ?? 0, flags };
  }

  setNumber(number: number): void {
    this.#number = number;
  }

  /** Adds a prompt; those of one turn are answered together. */
  ask(text: string, at: number | null): void {
    this.#requests.push(text);
    this.#firstAt ??= at;
  }

  /** The model was called for it, in the turn of this id where the row names one. */
  call(turnId: string | null, isKey: boolean): void {
    if (turnId !== null && this.#turnId === null && this.waiting) {
      this.#turnId = turnId;
      if (isKey) this.#key = turnId;
    }
    this.#called = true;
  }

  say(text: string, final: boolean, { source, item, at }: ItemRow): void {
    const said = { text, final, source, id: typeof item.id === 'string' ? item.id : null };
    this.#said.push(said);
    this.#kept.push(said);
    this.#seenAt(at);
    this.progress.set({ spoke: true, worked: false });
  }

  /** Takes back the newest text when it is what `holder` ends with. */
  takeBack(holder: string): void {
    const last = this.#said.at(-1);
    if (last === undefined || last !== this.#kept.at(-1)) return;
    if (!holder.trimEnd().endsWith(last.text.trim())) return;
    this.#said.pop();
    this.#kept.pop();
    this.progress.set({ spoke: this.#said.length > 0 });
  }

  keep(details: readonly Detail[], at: number | null): void {
    for (const detail of details) this.#kept.push(detail);
    if (details.length === 0) return;
    this.#seenAt(at);
    const worked = details.some(({ kind }) => kind === 'tool_input' || kind === 'tool_output');
    if (worked) this.progress.set({ worked });
  }

  toTurn(): TranscriptTurn {
    const answer = this.#answer();
    const others = this.#said.filter((said) => said !== answer);
    return {
      key: this.#key,
      continues: this.continues,
      number: this.#number ?? 0,
      start: this.#requests.length > 0 ? 'prompt' : this.continues ? 'unknown' : 'self',
      startedAt: this.#startedAt(),
      endedAt: this.progress.endedAt,
      requests: this.#requests,
      promptIds: this.#turnId === null ? [] : [this.#turnId],
      fragments: [...others, ...(answer === undefined ? [] : [answer])].map(({ text }) => text),
      answerId: answer?.id ?? null,
      interrupted: this.progress.interrupted,
      details: this.#kept.flatMap((kept) => this.#detail(kept, answer)),
    };
  }

  /** The last text, unless the model called an earlier one its answer. */
  #answer(): Said | undefined {
    return this.#said.findLast(({ final }) => final) ?? this.#said.at(-1);
  }

  #detail(kept: Detail | Said, answer: Said | undefined): Detail[] {
    if ('sourceId' in kept) return [kept];
    return kept === answer ? [] : [utterance(kept.source, kept.text)];
  }

  /**
   * Rows that a fork copied carry the time of the copying; the id of the turn keeps its own. A prompt
   * taken in behind a settled answer came later than its id says.
   */
  #startedAt(): number | null {
    if (this.continues) return null;
    return uuidTime(this.#key) ?? this.#firstAt;
  }

  #seenAt(at: number | null): void {
    this.#firstAt ??= at;
    this.progress.seenAt(at);
  }
}
