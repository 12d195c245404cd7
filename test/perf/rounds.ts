import type { Contender } from './contenders.ts';
import { type Measured, peakMemory, runWhole } from './whole-process.ts';

/** Milliseconds of whole processes, bytes; in the order of the contenders. */
export interface Result {
  readonly contender: Contender;
  readonly median: number;
  readonly least: number;
  readonly most: number;
  /** Median of what it read; null where the system does not tell. */
  readonly bytesRead: number | null;
  readonly peakMemory: number | null;
}

const MEMORY_ROUNDS = 3;

/**
 * Runs every contender once a round, so that whatever disturbs the machine disturbs all of them.
 * The first round is not counted.
 */
export function runRounds(contenders: readonly Contender[], rounds: number): readonly Result[] {
  const runs = contenders.map((): Measured[] => []);
  const peaks = contenders.map((): (number | null)[] => []);
  for (let round = 0; round <= rounds; round += 1) {
    contenders.forEach(({ next }, index) => {
      const measured = runWhole(next());
      if (round > 0) runs[index]?.push(measured);
    });
  }
  for (let round = 0; round < MEMORY_ROUNDS; round += 1) {
    contenders.forEach(({ next }, index) => {
      peaks[index]?.push(peakMemory(next()));
    });
  }
  return contenders.map((contender, index) =>
    summary(contender, runs[index] ?? [], peaks[index] ?? []),
  );
}

function summary(
  contender: Contender,
  runs: readonly Measured[],
  peaks: readonly (number | null)[],
): Result {
  const times = runs.map((run) => run.milliseconds);
  const reads = runs.flatMap(({ bytesRead }) => bytesRead ?? []);
  const memory = peaks.flatMap((peak) => peak ?? []);
  return {
    contender,
    median: quantile(times, 0.5),
    least: Math.min(...times),
    most: Math.max(...times),
    bytesRead: reads.length === 0 ? null : quantile(reads, 0.5),
    peakMemory: memory.length === 0 ? null : Math.max(...memory),
  };
}

/** The smallest value that a share of the values does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}
