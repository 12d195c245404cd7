import type { TranscriptCursor } from '../../core/cursor.ts';
import type { Detail, TranscriptTurn, TurnStart } from '../../core/turn.ts';
import type { Draft } from '../draft-list.ts';
import type { TurnSoFar } from '../reader-state.ts';
import { TurnProgress } from '../turn-progress.ts';
import type { Request } from './transcript-requests.ts';

/** A request and the row that holds it. */
export interface Asked {
  readonly request: Request;
  readonly uuid: string | null;
  readonly parentUuid: string | null | undefined;
  readonly at: number | null;
  readonly promptId: string | null;
  readonly promptSource: string | null;
}

/** Prompts of one batch are written together. */
const TOGETHER_MS = 2000;

/** A turn while its rows are read. */
export class TurnDraft implements Draft {
  readonly key: string;
  readonly continues: boolean;
  readonly from: TranscriptCursor;
  readonly progress: TurnProgress;
  /** The turn that rows belong to when this one turns out to be none. */
  readonly previous: TurnDraft | null;
  readonly #start: TurnStart;
  #number: number;
  #asked: Asked[];
  /** Nobody but the host has asked so far (a command, a notice). */
  #hosted: boolean;
  /** The newest request row and the attachments after it. */
  #chain = new Set<string>();
  #fragments: string[] = [];
  #details: Detail[] = [];
  #lastUtterance: Detail | null = null;
  #answerId: string | null = null;

  private constructor(
    soFar: Pick<TurnSoFar, 'key' | 'number'> & Partial<TurnSoFar>,
    from: TranscriptCursor,
    asked: Asked | null,
    previous: TurnDraft | null,
  ) {
    this.key = soFar.key;
    this.#number = soFar.number;
    this.progress = new TurnProgress(soFar.flags);
    this.from = from;
    this.previous = previous;
    this.continues = asked === null;
    this.#asked = asked === null ? [] : [asked];
    this.#start = asked?.request.start ?? 'unknown';
    this.#hosted = asked !== null && (asked.request.command !== null || this.#start === 'self');
    this.follow(asked?.uuid ?? null);
  }

  static begin(
    key: string,
    number: number,
    asked: Asked,
    place: { readonly from: TranscriptCursor; readonly previous: TurnDraft | null },
  ): TurnDraft {
    return new TurnDraft({ key, number }, place.from, asked, place.previous);
  }

  /** A turn whose beginning an earlier reading has settled. */
  static resume(soFar: TurnSoFar, from: TranscriptCursor): TurnDraft {
    return new TurnDraft(soFar, from, null, null);
  }

  /** Asked, and nothing of the agent yet: a further prompt may belong to it or take its place. */
  get waiting(): boolean {
    return !(this.continues || this.progress.over || this.progress.active);
  }

  /** Only the host has asked and the agent has not answered: no turn unless it does. */
  get undecided(): boolean {
    return this.#hosted && !this.progress.active;
  }

  get visible(): boolean {
    if (!this.continues) return !this.undecided;
    return this.progress.changed || this.#details.length > 0;
  }

  get startedByHost(): boolean {
    return this.#start === 'self';
  }

  get soFar(): TurnSoFar {
    return { key: this.key, number: this.#number, flags: this.progress.flags };
  }

  /** Adds a prompt that is answered together with the ones before. */
  ask(asked: Asked): void {
    const byHost = asked.request.start === 'self';
    if (byHost && !this.startedByHost) return;
    this.#asked.push(asked);
    this.#hosted &&= byHost;
    this.#chain.clear();
    this.follow(asked.uuid);
  }

  /** An attachment after the newest request: a prompt queued after it hangs there. */
  follow(uuid: string | null): void {
    if (uuid !== null && this.waiting) this.#chain.add(uuid);
  }

  /** Whether the row was queued after the newest request, so that both get one answer. */
  joins({ parentUuid, promptSource, at }: Asked): boolean {
    const last = this.#asked.at(-1);
    if (last === undefined) return false;
    if (last.promptSource === 'queued' && promptSource === 'queued') return true;
    if (last.promptSource === 'typed' || promptSource === 'typed') return false;
    if (at === null || last.at === null || Math.abs(at - last.at) > TOGETHER_MS) return false;
    return typeof parentUuid === 'string' && this.#chain.has(parentUuid);
  }

  /**
   * The user edited an unanswered prompt: the new row hangs where the old one hung. Takes back that
   * prompt and those after it.
   * @returns whether none is left
   */
  takeBack(parentUuid: string | null | undefined): boolean {
    if (parentUuid === undefined) return false;
    const index = this.#asked.findIndex((asked) => asked.parentUuid === parentUuid);
    if (index > 0) this.#asked = this.#asked.slice(0, index);
    return index === 0;
  }

  say(text: string, utterance: Detail, number: number, messageId: string | null): void {
    this.#answerId = messageId;
    this.#fragments.push(text);
    this.#lastUtterance = utterance;
    this.#details.push(utterance);
    this.#number = number;
    this.progress.set({ spoke: true, failed: false, worked: false });
  }

  keep(details: readonly Detail[]): void {
    for (const detail of details) this.#details.push(detail);
  }

  /** A tool was called or answered. */
  work(): void {
    this.progress.set({ worked: true, ended: false });
  }

  toTurn(): TranscriptTurn {
    const { promptIds, requests } = this.#texts();
    return {
      key: this.key,
      continues: this.continues,
      number: this.#number,
      start: this.#start,
      startedAt: this.#asked[0]?.at ?? null,
      endedAt: this.progress.endedAt,
      requests,
      promptIds,
      fragments: this.#fragments,
      answerId: this.#answerId,
      interrupted: this.progress.interrupted,
      details: this.#details.filter((detail) => detail !== this.#lastUtterance),
    };
  }

  #texts(): Pick<TranscriptTurn, 'requests' | 'promptIds'> {
    const ids = this.#asked.flatMap(({ promptId }) => promptId ?? []);
    return {
      requests: this.#asked.map(({ request }) => request.text).filter((text) => text !== ''),
      promptIds: [...new Set(ids)],
    };
  }
}
