import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { storeTurnEnd } from '../../../src/hooks/turn-end.ts';
import { claudeHook } from '../../../src/hosts/claude/hook.ts';
import { dataLayout } from '../../../src/platform/data-layout.ts';
import { readEnvironment } from '../../../src/platform/environment.ts';
import { textHash } from '../../../src/platform/secret-key.ts';
import { readJsonValue } from '../../../src/platform/stdin.ts';
import type { SqlConnection, SqlEngine, SqlRow, SqlValue } from '../../../src/store/connection.ts';
import { migrations } from '../../../src/store/migrations/all.ts';

/** Node's own SQLite as a program of its own would use it: WAL, and as durable as ours. */
class NodeSqliteConnection implements SqlConnection {
  readonly #database: DatabaseSync;

  constructor(path: string, waitMs: number) {
    this.#database = new DatabaseSync(path, { timeout: Math.ceil(waitMs) });
    this.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;');
    this.run('PRAGMA secure_delete = ON; PRAGMA trusted_schema = OFF;');
  }

  run(sql: string, ...parameters: readonly SqlValue[]): void {
    if (parameters.length === 0) this.#database.exec(sql);
    else this.#database.prepare(sql).run(...parameters);
  }

  all(sql: string, ...parameters: readonly SqlValue[]): SqlRow[] {
    return this.#database.prepare(sql).all(...parameters) as SqlRow[];
  }

  get(sql: string, ...parameters: readonly SqlValue[]): SqlRow | undefined {
    return this.#database.prepare(sql).get(...parameters) as SqlRow | undefined;
  }

  transaction<T>(work: () => T): T {
    if (this.#database.isTransaction) return work();
    this.run('BEGIN IMMEDIATE');
    const result = work();
    this.run('COMMIT');
    return result;
  }

  copyTo(): never {
    return notNeeded();
  }

  close(): void {
    this.#database.close();
  }
}

function notNeeded(): never {
  throw new Error('storing a turn does not need this');
}

const engine: SqlEngine = {
  version: process.versions.sqlite ?? '',
  open: (path, { waitMs }) => new NodeSqliteConnection(path, waitMs),
  read: notNeeded,
  backup: notNeeded,
  scratch: notNeeded,
  exclusively: notNeeded,
  quickCheck: notNeeded,
};

// `process-turn` with another engine, and nothing else than that.
void main();

async function main(): Promise<void> {
  const environment = readEnvironment({ script: null, version: 'bench' });
  const layout = dataLayout(environment.dataDirectory);
  const input = await readJsonValue(process.stdin, 500);
  const { variables, home } = environment;
  const payload = input.ok ? input.value : null;
  const at = environment.now();
  const event = claudeHook.readEvent({ command: 'process-turn', payload, variables, home, at });
  if (!event.ok || event.value.type !== 'process-turn') throw new Error('not a Stop');
  const patience = { waitMs: 500, largestRestore: 0, migrates: false };
  const hash = textHash(layout.key);
  storeTurnEnd({ environment, layout, engine, hash, patience, schema: migrations }, event.value);
  process.exit(0);
}
