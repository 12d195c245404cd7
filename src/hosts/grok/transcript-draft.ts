import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn } from '../../core/turn.ts';
import type { Draft } from '../draft-list.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { plainText } from '../plain-text.ts';
import { TurnProgress } from '../turn-progress.ts';
import { imageDetail, utterance } from './transcript-details.ts';
import type { PromptRow, SpeechRow } from './transcript-rows.ts';
import type { GrokTurnSoFar } from './transcript-state.ts';
import { unwrapNotice, unwrapQuery } from './user-query.ts';

interface Fragment {
  readonly stream: string | null;
  readonly source: string;
  readonly text: string;
}

/** A turn while its rows are read. */
export class TurnDraft implements Draft {
  readonly continues: boolean;
  readonly from: TranscriptCursor;
  readonly progress: TurnProgress;
  readonly #contentKey: string;
  readonly #first: PromptRow | null;
  readonly #parts: string[] = [];
  readonly #fragments: Fragment[] = [];
  readonly #details: Detail[] = [];
  #promptId: string | null;
  #number: number;
  #pictures = false;
  /** A memory of ours stood in the prompt, and in that part of it nothing else. */
  #ours = false;

  private constructor(
    soFar: Omit<GrokTurnSoFar, 'flags'> & Partial<GrokTurnSoFar>,
    from: TranscriptCursor,
    first: PromptRow | null,
  ) {
    this.#contentKey = soFar.key;
    this.#number = soFar.number;
    this.#promptId = soFar.promptId;
    this.progress = new TurnProgress(soFar.flags);
    this.from = from;
    this.continues = first === null;
    this.#first = first;
  }

  /** @param contentKey names the turn while, and where, the host does not */
  static begin(
    contentKey: string,
    number: number,
    promptId: string | null,
    row: PromptRow,
    from: TranscriptCursor,
  ): TurnDraft {
    const draft = new TurnDraft({ key: contentKey, number, promptId }, from, row);
    draft.ask(row);
    return draft;
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: GrokTurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar, from, null);
  }

  get promptId(): string | null {
    return this.#promptId;
  }

  /** Asked, and nothing of the agent yet. */
  get waiting(): boolean {
    return !(this.continues || this.progress.over || this.progress.active);
  }

  /**
   * No turn so far: the host has asked and nobody answered; or what the host calls it is to be
   * told by a later row, and the same turn must not be known by two names.
   */
  get undecided(): boolean {
    const { active, changed, closed, over } = this.progress;
    if (this.continues) return !changed && this.#details.length === 0;
    if (this.#byNobody && !active) return true;
    return this.#promptId === null && !over && !closed;
  }

  get visible(): boolean {
    return !this.undecided;
  }

  get soFar(): GrokTurnSoFar {
    const { flags } = this.progress;
    return { key: this.#key, number: this.#number, promptId: this.#promptId, flags };
  }

  /** No person's: the host's own, or nothing but a memory of ours. */
  get #byNobody(): boolean {
    const asksNothing = this.#ours && this.#parts.length === 0 && !this.#pictures;
    return this.#first?.byHost === true || asksNothing;
  }

  get #key(): string {
    return this.continues ? this.#contentKey : (this.#promptId ?? this.#contentKey);
  }

  /** The parts of a prompt with pictures are written together. */
  isPart({ index, at }: PromptRow): boolean {
    const first = this.#first;
    return (
      this.waiting && first !== null && index !== null && first.index === index && first.at === at
    );
  }

  /** The user took the unanswered prompt back: the next one gets its place in the conversation. */
  isTakenBackBy({ index, at }: PromptRow): boolean {
    const first = this.#first;
    return (
      this.waiting && first !== null && index !== null && first.index === index && first.at !== at
    );
  }

  ask({ text, source, byHost }: PromptRow): void {
    if (text === null) {
      this.#details.push(imageDetail(source));
      this.#pictures = true;
      return;
    }
    const words = plainText(byHost ? unwrapNotice(text) : unwrapQuery(text));
    const request = withoutOwnMemory(words);
    if (request === '' && words !== '') this.#ours = true;
    else this.#parts.push(request);
  }

  name(promptId: string): void {
    this.#promptId ??= promptId;
  }

  /** @returns whether the words begin a text of their own */
  say({ text, stream, source }: SpeechRow, number: number): boolean {
    const last = this.#fragments.at(-1);
    const goesOn = last !== undefined && stream !== null && last.stream === stream;
    if (goesOn) this.#fragments.splice(-1, 1, { ...last, text: last.text + text });
    else {
      this.#fragments.push({ stream, source, text });
      this.#number = number;
    }
    this.progress.set({ spoke: true, failed: false, worked: false });
    return !goesOn;
  }

  keep(details: readonly Detail[]): void {
    this.#details.push(...details);
  }

  end(reason: string): void {
    if (reason === 'cancelled' || reason === 'interrupted') this.progress.set({ cut: true });
    else if (reason === 'error') this.progress.set({ failed: true });
    else this.progress.set({ ended: true });
  }

  toTurn(): TranscriptTurn {
    const said = this.#fragments.filter(({ text }) => text.trim() !== '');
    return {
      key: this.#key,
      continues: this.continues,
      number: this.#number,
      start: this.#start(),
      startedAt: this.#first?.at ?? null,
      endedAt: this.progress.endedAt,
      requests: this.#requests(),
      promptIds: this.#promptId === null ? [] : [this.#promptId],
      fragments: said.map(({ text }) => text),
      answerId: null,
      interrupted: this.progress.interrupted,
      details: [
        ...this.#details,
        ...said.slice(0, -1).map(({ source, text }) => utterance(source, text)),
      ],
    };
  }

  #start(): TranscriptTurn['start'] {
    if (this.#first === null) return 'unknown';
    if (this.#byNobody) return 'self';
    return this.#first.index === null ? 'unknown' : 'prompt';
  }

  /** Joined as Grok itself joins the parts for the model. */
  #requests(): readonly string[] {
    if (this.#parts.length > 0) return [this.#parts.join(' ')];
    return this.#pictures ? ['[image]'] : [];
  }
}
