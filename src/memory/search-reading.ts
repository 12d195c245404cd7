import type { QueryUnit } from '../core/search-query.ts';
import type { SqlEngine } from '../store/connection.ts';
import { DatabaseBusyError, DatabaseUnwritableError } from '../store/errors.ts';
import { type IndexFinding, indexKind } from '../store/search-check.ts';
import { type IndexContent, readContent } from '../store/search-content.ts';
import { termsIn } from './search-evidence.ts';
import { entryAt } from './search-place.ts';

/** Why the index cannot be used; of `renewed` ones the maintenance makes a new one. */
export interface IndexProblem {
  readonly why: 'damaged' | 'older' | 'newer' | 'busy' | 'unreadable' | 'foreign';
  readonly renewed: boolean;
}

/** What the index says of a query, as it stands. */
export interface IndexReading {
  /** Null when there is no index, or none that can be used. */
  readonly content: IndexContent | null;
  /** Null when it can be used, or is not there. */
  readonly problem: IndexProblem | null;
}

/** Reads without a lock; never fails, because everything can be found without the index. */
export function readIndex(
  engine: SqlEngine,
  search: string,
  units: readonly QueryUnit[],
): IndexReading {
  const entry = entryAt(search);
  if (entry !== 'file') return { content: null, problem: entry === 'absent' ? null : DAMAGED };
  const terms = termsIn(units);
  try {
    return engine.read(search, (index) => {
      const { kind } = indexKind(index);
      return kind === 'sound'
        ? { content: readContent(index, terms), problem: null }
        : { content: null, problem: PROBLEMS[kind] };
    });
  } catch (error) {
    return { content: null, problem: failureOf(error) };
  }
}

const DAMAGED: IndexProblem = { why: 'damaged', renewed: true };

const PROBLEMS: Readonly<Record<Exclude<IndexFinding['kind'], 'sound'>, IndexProblem | null>> = {
  empty: null,
  damaged: DAMAGED,
  other: DAMAGED,
  older: { why: 'older', renewed: true },
  newer: { why: 'newer', renewed: false },
};

/** What is wrong within a block shows as an error of the language. */
function failureOf(error: unknown): IndexProblem {
  if (error instanceof DatabaseBusyError) {
    return { why: 'busy', renewed: false };
  }
  const isRefused = error instanceof DatabaseUnwritableError;
  return isRefused ? { why: 'unreadable', renewed: false } : DAMAGED;
}

/** Turns that are read rather than looked up in the index. */
export const MOST_FRESH = 500;
