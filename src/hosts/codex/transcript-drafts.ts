import type { TurnDraft } from './transcript-draft.ts';
import { isUuid } from './uuid-time.ts';

/** The turns of one reading in file order, found by the program's id of a turn. */
export class DraftList {
  readonly #drafts: TurnDraft[] = [];
  readonly #byTurn = new Map<string, TurnDraft>();
  readonly #keys = new Set<string>();

  add(draft: TurnDraft): void {
    this.#drafts.push(draft);
    this.register(draft);
  }

  /** To be called again when its key and its id have become known. */
  register(draft: TurnDraft): void {
    this.#keys.add(draft.key);
    if (draft.turnId !== null) this.#byTurn.set(draft.turnId, draft);
  }

  /** The newest draft of this turn. */
  ofTurn(turnId: string): TurnDraft | undefined {
    return this.#byTurn.get(turnId);
  }

  /** Only an id that no other session can have is a key, and only of one turn. */
  isFreeKey(turnId: string | null): turnId is string {
    return turnId !== null && isUuid(turnId) && !this.#keys.has(turnId);
  }

  visible(): readonly TurnDraft[] {
    return this.#drafts.filter((draft) => draft.visible);
  }

  /** Takes back the last `turns` turns that somebody asked for, and what is behind them. */
  dropLast(turns: number): void {
    let left = turns;
    while (left > 0) {
      const dropped = this.#drafts.pop();
      if (dropped === undefined) return;
      if (dropped.turnId !== null) this.#byTurn.delete(dropped.turnId);
      if (dropped.asked) left -= 1;
    }
  }
}
