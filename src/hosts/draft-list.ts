import type { TranscriptCursor } from '../core/cursor.ts';
import type { TranscriptTurn } from '../core/turn.ts';
import type { TurnsSoFar } from './transcript-reading.ts';
import type { TurnProgress } from './turn-progress.ts';

/** A turn while its rows are read. */
export interface Draft {
  /** Reading from here gives this turn whole again. */
  readonly from: TranscriptCursor;
  readonly progress: TurnProgress;
  /** It is a turn; of one that was settled before, there is news. */
  readonly visible: boolean;
  /** No turn so far, but what follows may make it one: its rows are to be read again. */
  readonly undecided: boolean;
  toTurn(): TranscriptTurn;
}

/** The turns of one reading in file order, and the one that rows without a name belong to. */
export class DraftList<D extends Draft> {
  readonly #drafts: D[] = [];
  #current: D | null;
  #begun: boolean;
  #orphans = false;

  /**
   * @param resumed the turn that an earlier reading has settled last
   * @param begun an earlier reading has seen a request
   */
  constructor(resumed: D | null, begun: boolean) {
    this.#current = resumed;
    this.#begun = begun;
    if (resumed !== null) this.#drafts.push(resumed);
  }

  get current(): D | null {
    return this.#current;
  }

  /** A request was seen; without one the file has lost its head. */
  get begun(): boolean {
    return this.#begun;
  }

  /** A turn begins, which ends the one before. */
  begin(draft: D): void {
    this.leave();
    this.#drafts.push(draft);
    this.#current = draft;
  }

  /** The current turn has had its last row, and what follows belongs to none. */
  leave(): void {
    this.#current?.progress.close();
    this.#current = null;
  }

  /** Takes the newest turn back; rows then belong to `current`. */
  drop(current: D | null): D | undefined {
    this.#current = current;
    return this.#drafts.pop();
  }

  seeRequest(): void {
    this.#begun = true;
  }

  /** The current turn, for a row of the agent. */
  owner(): D | null {
    return this.#current ?? this.orphan();
  }

  /** A row of the agent belongs to no turn. */
  orphan(): null {
    this.#orphans = true;
    return null;
  }

  findLast(isWanted: (draft: D) => boolean): D | undefined {
    return this.#drafts.findLast(isWanted);
  }

  /**
   * How many turns are over because the one behind them began in this part of the file, which is
   * given by two offsets: behind the first, and not behind the second.
   */
  turnsOver(behind: number, until: number): number {
    const visible = this.#drafts.filter((draft) => draft.visible);
    const next = visible.findLastIndex(({ from }) => from.offset > behind && from.offset <= until);
    return Math.max(next, 0);
  }

  /** @param end behind the last row that was read */
  result(end: TranscriptCursor): TurnsSoFar {
    const visible = this.#drafts.filter((draft) => draft.visible);
    const last = visible.at(-1);
    const current = this.#current;
    const next = current?.undecided ? current.from : end;
    return {
      turns: visible.map((draft) => draft.toTurn()),
      lastOpen: last !== undefined && last === current && !last.progress.over,
      bounds: [...visible.map(({ from }) => from), next],
      headless: this.#orphans && !this.#begun,
    };
  }
}
