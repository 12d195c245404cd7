import process from 'node:process';

/** Ctrl-C while long work goes on in steps. A second one ends the process at once. */
export interface Interruption {
  readonly requested: boolean;
  /** Lets the system tell us. To be awaited between two steps. */
  breath(): Promise<void>;
  /** From now on Ctrl-C does what it always does. */
  end(): void;
}

export function watchInterruption(): Interruption {
  let requested = false;
  const note = (): void => {
    requested = true;
  };
  process.once('SIGINT', note);
  return {
    get requested() {
      return requested;
    },
    breath: () => new Promise((resolve) => setImmediate(resolve)),
    end: () => {
      process.removeListener('SIGINT', note);
    },
  };
}
