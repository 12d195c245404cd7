import type { Statement } from 'sql.js/dist/sql-wasm-browser.js';
import type { SqlConnection, SqlRow, SqlValue } from '../connection.ts';
import { copyFileDurably } from './file-copy.ts';
import type { MountedDatabase } from './file-system.ts';
import { storeError } from './sql-error.ts';

/** Statements kept prepared; a hook uses about twenty, and parsing one costs 0.1 ms and more. */
const MAX_STATEMENTS = 64;

/** `SqlConnection` on a database of sql.js. Integers beyond 2^53 are read as the nearest number. */
export class SqlJsConnection implements SqlConnection {
  readonly #mounted: MountedDatabase;
  readonly #path: string;
  readonly #onClose: () => void;
  readonly #statements = new Map<string, Statement>();
  #open = true;
  #inTransaction = false;

  constructor(mounted: MountedDatabase, path: string, onClose: () => void) {
    this.#mounted = mounted;
    this.#path = path;
    this.#onClose = onClose;
  }

  run(sql: string, ...parameters: readonly SqlValue[]): void {
    this.#guard(() => {
      if (parameters.length === 0) this.#mounted.database.run(sql);
      else this.#step(sql, parameters, () => false);
    });
  }

  all(sql: string, ...parameters: readonly SqlValue[]): SqlRow[] {
    const rows: SqlRow[] = [];
    this.#guard(() =>
      this.#step(sql, parameters, (row) => {
        rows.push(row);
        return true;
      }),
    );
    return rows;
  }

  get(sql: string, ...parameters: readonly SqlValue[]): SqlRow | undefined {
    let first: SqlRow | undefined;
    this.#guard(() =>
      this.#step(sql, parameters, (row) => {
        first = row;
        return false;
      }),
    );
    return first;
  }

  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.run('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      this.#rollback();
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  copyTo(to: string): void {
    this.#guard(() => copyFileDurably(this.#path, to));
  }

  close(): void {
    if (!this.#open) return;
    this.#open = false;
    try {
      this.#guard(() => this.#mounted.close());
    } finally {
      this.#onClose();
    }
  }

  #rollback(): void {
    try {
      this.#mounted.database.run('ROLLBACK');
    } catch {
      /* SQLite has rolled back by itself (full disk, I/O error) and has no transaction left */
    }
  }

  /** Runs a statement to its end, or until `onRow` returns false. */
  #step(sql: string, parameters: readonly SqlValue[], onRow: (row: SqlRow) => boolean): void {
    const statement = this.#prepare(sql);
    try {
      statement.bind(parameters.map(bindable));
      let names: readonly string[] | undefined;
      while (statement.step()) {
        names ??= statement.getColumnNames();
        if (!onRow(rowOf(names, statement.get()))) return;
      }
    } finally {
      statement.reset();
    }
  }

  #prepare(sql: string): Statement {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    for (const [oldest, statement] of this.#statements) {
      if (this.#statements.size < MAX_STATEMENTS) break;
      statement.free();
      this.#statements.delete(oldest);
    }
    const statement = this.#mounted.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  #guard(act: () => void): void {
    try {
      act();
    } catch (error) {
      throw storeError(error, this.#path, this.#mounted.takeError());
    }
  }
}

function rowOf(names: readonly string[], values: readonly SqlValue[]): SqlRow {
  const row: Record<string, SqlValue> = {};
  for (const [index, name] of names.entries()) row[name] = values[index] ?? null;
  return row;
}

/**
 * sql.js binds what does not fit 32 bits as a float, and cuts text that holds half of a surrogate
 * pair, which a transcript may. A big integer it makes a text first, so a small one is none.
 */
function bindable(value: SqlValue): SqlValue {
  if (typeof value === 'string') return value.replace(/\p{Surrogate}/gu, '\uFFFD');
  if (typeof value !== 'number' || value === (value | 0)) return value;
  return Number.isSafeInteger(value) ? BigInt(value) : value;
}
