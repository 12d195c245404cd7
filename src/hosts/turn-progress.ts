import { isRecord } from '../core/record.ts';

/** What the rows of a turn have shown so far. */
export interface TurnFlags {
  /** The user stopped it, or the process ended. */
  readonly cut: boolean;
  /** The host or its API failed. */
  readonly failed: boolean;
  /** The host or the agent's newest words said that it is over. */
  readonly ended: boolean;
  /** A tool was used after the newest words. */
  readonly worked: boolean;
  readonly spoke: boolean;
}

const NOTHING_YET: TurnFlags = {
  cut: false,
  failed: false,
  ended: false,
  worked: false,
  spoke: false,
};

/** How far a turn has come. */
export class TurnProgress {
  #flags: TurnFlags;
  #changed = false;
  #endedAt: number | null = null;
  /** The next request came; it stands in the file, so no cursor needs to know it. */
  #closed = false;

  /** @param flags of a turn whose rows before were read already */
  constructor(flags: TurnFlags = NOTHING_YET) {
    this.#flags = flags;
  }

  get flags(): TurnFlags {
    return this.#flags;
  }

  /** Rows of this reading have told something. */
  get changed(): boolean {
    return this.#changed;
  }

  /** The agent has said or done something. */
  get active(): boolean {
    return this.#flags.spoke || this.#flags.worked;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Something in the file says that the turn is over. */
  get over(): boolean {
    const { cut, failed, ended } = this.#flags;
    return cut || failed || ended;
  }

  /** Besides the host's marks: the next request came while there was no answer yet. */
  get interrupted(): boolean {
    const { cut, failed, ended, spoke, worked } = this.#flags;
    return cut || failed || (this.#closed && !ended && (!spoke || worked));
  }

  /** Time of its newest row that has one, epoch milliseconds. */
  get endedAt(): number | null {
    return this.#endedAt;
  }

  set(changes: Partial<TurnFlags>): void {
    this.#flags = { ...this.#flags, ...changes };
    this.#changed = true;
  }

  seenAt(at: number | null): void {
    this.#endedAt = at ?? this.#endedAt;
  }

  close(): void {
    this.#closed = true;
  }

  /** What came was no request after all. */
  reopen(): void {
    this.#closed = false;
  }
}

/** Of a stored cursor; null for anything else. */
export function parseFlags(value: unknown): TurnFlags | null {
  if (!isRecord(value)) return null;
  const { cut, failed, ended, worked, spoke } = value;
  return {
    cut: cut === true,
    failed: failed === true,
    ended: ended === true,
    worked: worked === true,
    spoke: spoke === true,
  };
}
