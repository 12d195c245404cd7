import { isRecord } from '../core/record.ts';

/** What the rows of a turn have shown so far. */
export interface FlagValues {
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

const NOTHING_YET: FlagValues = {
  cut: false,
  failed: false,
  ended: false,
  worked: false,
  spoke: false,
};

/** How far a turn has come. */
export class TurnFlags {
  #values: FlagValues;
  /** The next request came; it stands in the file, so no cursor needs to know it. */
  #closed = false;

  /** @param values of a turn whose rows before were read already */
  constructor(values: FlagValues = NOTHING_YET) {
    this.#values = values;
  }

  get values(): FlagValues {
    return this.#values;
  }

  get spoke(): boolean {
    return this.#values.spoke;
  }

  get worked(): boolean {
    return this.#values.worked;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Something in the file says that the turn is over. */
  get over(): boolean {
    const { cut, failed, ended } = this.#values;
    return cut || failed || ended;
  }

  /** Besides the host's marks: the next request came while there was no answer yet. */
  get interrupted(): boolean {
    const { cut, failed, ended, spoke, worked } = this.#values;
    return cut || failed || (this.#closed && !ended && (!spoke || worked));
  }

  set(changes: Partial<FlagValues>): void {
    this.#values = { ...this.#values, ...changes };
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
export function parseFlags(value: unknown): FlagValues | null {
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
