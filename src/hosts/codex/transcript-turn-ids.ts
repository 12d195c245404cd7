import type { TurnDraft } from './transcript-draft.ts';
import { isUuid } from './uuid-time.ts';

/** The program's ids of the turns of one reading. */
export class TurnIds {
  readonly #byTurn = new Map<string, TurnDraft>();
  readonly #keys = new Set<string>();

  /** To be called again when its key and its id have become known. */
  register(draft: TurnDraft): void {
    this.#keys.add(draft.key);
    if (draft.turnId !== null) this.#byTurn.set(draft.turnId, draft);
  }

  forget({ turnId }: TurnDraft): void {
    if (turnId !== null) this.#byTurn.delete(turnId);
  }

  /** The newest draft of this turn. */
  draftOf(turnId: string): TurnDraft | undefined {
    return this.#byTurn.get(turnId);
  }

  /** Only an id that no other session can have is a key, and only of one turn. */
  isFreeKey(turnId: string | null): turnId is string {
    return turnId !== null && isUuid(turnId) && !this.#keys.has(turnId);
  }
}
