import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SqlEngine } from '../../src/store/connection.ts';
import { openDatabase } from '../../src/store/open.ts';
import type { DiskOperation } from './disk-operation.ts';
import { digest, ROWS, stateOf } from './disk-state.ts';
import { ledgerMigration } from './ledger.ts';

/** What is wrong with a database after a power cut. */
export interface Finding {
  readonly name: string;
  readonly by: 'our engine' | 'sqlite3';
  /** The file is unsound, an acknowledged state is gone, or what is there was never committed. */
  readonly what: 'damaged' | 'lost' | 'partial';
  readonly detail: string;
}

/** What was acknowledged of a database before the power failed. */
export interface History {
  readonly name: string;
  /** Oldest first. */
  readonly states: readonly string[];
  /** The state that was being written. */
  readonly next: string | undefined;
}

/** The histories of all databases that were acknowledged in a run, with the power cut at `cut`. */
export function historiesAt(operations: readonly DiskOperation[], cut: number): readonly History[] {
  const all = operations.flatMap((operation, index) =>
    operation.type === 'acknowledge' ? [{ ...operation.what, index }] : [],
  );
  return [...new Set(all.map(({ name }) => name))].map((name) => {
    const own = all.filter((each) => each.name === name);
    return {
      name,
      states: own.filter(({ index }) => index < cut).map(({ state }) => state),
      next: own.find(({ index }) => index >= cut)?.state,
    };
  });
}

/**
 * Opens a database that a power cut has left, with our engine and with the system's `sqlite3` where
 * there is one, and compares it with what was acknowledged.
 * @param directory for the files; emptied each time
 * @param left the surviving files by name
 */
export function findingsAfter(
  engine: SqlEngine,
  directory: string,
  left: ReadonlyMap<string, Uint8Array>,
  history: History,
): readonly Finding[] {
  const { name, states, next } = history;
  if (states.length === 0 && !left.has(name)) return [];
  const ours = compare(history, () => {
    lay(join(directory, 'ours'), left, '-tlj');
    return readWithOurs(engine, join(directory, 'ours', name));
  });
  const theirs = compare(history, () => {
    if (states.length === 0 || !hasSqlite3()) return next ?? '';
    lay(join(directory, 'theirs'), left, '-journal');
    return readWithSqlite3(join(directory, 'theirs', name));
  });
  return [
    ...ours.map((wrong): Finding => ({ name, by: 'our engine', ...wrong })),
    ...theirs.map((wrong): Finding => ({ name, by: 'sqlite3', ...wrong })),
  ];
}

/** @param journal what this SQLite adds to a database's name to name its journal */
function lay(directory: string, left: ReadonlyMap<string, Uint8Array>, journal: string): void {
  rmSync(directory, { recursive: true, force: true });
  mkdirSync(directory, { recursive: true });
  for (const [name, bytes] of left) {
    writeFileSync(join(directory, name.replace(/-tlj$/, journal)), bytes);
  }
}

type Wrong = Pick<Finding, 'what' | 'detail'>;

function compare({ states, next }: History, read: () => string): readonly Wrong[] {
  try {
    const state = read();
    if (state === states.at(-1) || state === next) return [];
    return [{ what: states.includes(state) ? 'lost' : 'partial', detail: state }];
  } catch (error) {
    return [{ what: 'damaged', detail: String((error as Error).message).slice(0, 300) }];
  }
}

function readWithOurs(engine: SqlEngine, path: string): string {
  const connection = openDatabase(engine, path, { waitMs: 0, migrations: [ledgerMigration] });
  try {
    const [answer] = connection.all('PRAGMA integrity_check');
    if (answer?.['integrity_check'] !== 'ok') throw new Error(Object.values(answer ?? {}).join());
    return stateOf(connection);
  } finally {
    connection.close();
  }
}

function readWithSqlite3(path: string): string {
  const options = { encoding: 'utf8', maxBuffer: 2 ** 26, stdio: 'pipe' } as const;
  const printed = execFileSync('sqlite3', [path, `PRAGMA integrity_check; ${ROWS};`], options);
  const end = printed.indexOf('\n');
  if (printed.slice(0, end) !== 'ok') throw new Error(printed.slice(0, end));
  return digest(printed.slice(end));
}

const hasSqlite3 = (): boolean => spawnSync('sqlite3', ['--version']).error === undefined;
