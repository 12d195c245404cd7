import { parseQuery } from '../core/search-query.ts';
import type { SqlEngine } from '../store/connection.ts';
import { readDatabase } from '../store/open.ts';
import { type IndexContent, readContent } from '../store/search-content.ts';
import { searchMigrations } from '../store/search-schema.ts';
import { termsIn } from './search-evidence.ts';

/** What the index says of a query, as it stands. */
export interface IndexReading {
  /** Null when there is no index, or none that can be used. */
  readonly content: IndexContent | null;
  /** Why it cannot be used; null when it can, or is not there. */
  readonly problem: string | null;
}

/** Reads without a lock; never fails, because everything can be found without the index. */
export function readIndex(engine: SqlEngine, search: string, text: string): IndexReading {
  const terms = termsIn(parseQuery(text));
  try {
    const content = readDatabase(engine, search, (index) => readContent(index, terms), {
      migrations: searchMigrations,
    });
    return { content: content ?? null, problem: null };
  } catch (error) {
    return { content: null, problem: PROBLEMS[nameOf(error)] ?? 'it cannot be read' };
  }
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

const PROBLEMS: Readonly<Record<string, string>> = {
  DatabaseBusyError: 'another process was writing it',
  DatabaseDamagedError: 'it is damaged',
  DatabaseNewerError: 'a newer version made it',
  DatabaseOlderError: 'an older version made it',
};

/** Turns that are read rather than looked up in the index. */
export const MOST_FRESH = 500;
