import { join, resolve } from 'node:path';
import { counted } from '../core/counted.ts';
import type { Host } from '../core/session.ts';
import { UserError } from '../core/user-error.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { MemoryAccess } from '../memory/memory-access.ts';
import { type TakeoverReport, takeOver } from '../memory/takeover.ts';
import type { Environment } from '../platform/environment.ts';
import { fileOwner } from '../platform/file-owner.ts';
import { progressLine } from '../platform/progress-line.ts';
import {
  openSqliteReader,
  type SqliteReader,
  SqliteReaderError,
} from '../platform/sqlite-reader.ts';
import { NEWEST, originalSchema, type SchemaProblem } from '../store/original-schema.ts';
import type { CommandResult } from './command.ts';
import { hashFor } from './import-hash.ts';
import { memoryWriter } from './write-store.ts';

/**
 * Brings in what the Node Throughline remembers.
 * @param path its database; its usual place when left out
 */
export async function importOriginal(
  path: string | undefined,
  dryRun: boolean,
  environment: Environment,
): Promise<CommandResult> {
  const source = sourcePath(path, environment);
  const memory = await memoryWriter(environment);
  const { version, report } = withOriginal(source, (original) =>
    bringIn(original, source, memory, { environment, dryRun }),
  );
  return answer(report, { source, version, dryRun });
}

function sourcePath(word: string | undefined, { home, cwd }: Environment): string {
  if (word === undefined || word === '') return join(home, '.throughline', 'throughline.db');
  return resolve(cwd, word);
}

function refuseForeign(path: string): void {
  switch (fileOwner(path)) {
    case 'missing':
      throw new UserError(
        `There is no database of the Node Throughline at ${path}. Say where: import --from-original PATH.`,
      );
    case 'no-file':
      throw new UserError(`${path} is not a file. Name the database file itself.`, 3);
    case 'foreign':
      throw new UserError(
        `${path} belongs to another user and is left alone. Import it as that user, or from a copy.`,
        3,
      );
    case 'own':
  }
}

function withOriginal<T>(path: string, work: (original: SqliteReader) => T): T {
  try {
    refuseForeign(path);
    return withReader(path, work);
  } catch (error) {
    throw sourceFailure(error, path);
  }
}

function withReader<T>(path: string, work: (original: SqliteReader) => T): T {
  const original = openSqliteReader(path);
  try {
    return work(original);
  } finally {
    original.close();
  }
}

function sourceFailure(error: unknown, path: string): unknown {
  if (error instanceof SqliteReaderError) {
    return new UserError(REFUSALS[error.reason](path), 3, { cause: error });
  }
  if (!(error instanceof Error && 'syscall' in error)) return error;
  return new UserError(`${path} cannot be brought in: ${error.message}`, 3, { cause: error });
}

const REFUSALS = {
  'not-sqlite': (path) => `${path} is not an SQLite database.`,
  busy: (path) => `${path} is being written to all the time; try again in a moment.`,
  damaged: (path) =>
    `${path} is damaged; what could be read before the damage has been brought in.`,
} as const satisfies Record<SqliteReaderError['reason'], (path: string) => string>;

function bringIn(
  original: SqliteReader,
  path: string,
  memory: MemoryAccess,
  { environment, dryRun }: { readonly environment: Environment; readonly dryRun: boolean },
): { readonly version: number; readonly report: TakeoverReport } {
  const version = originalSchema(original);
  if (typeof version !== 'number') throw new UserError(refusal(path, version), 3);
  const progress = progressLine();
  const target = { ...memory, hash: hashFor(environment, memory, dryRun) };
  const onProgress = (done: number, total: number): void =>
    progress.show(`${done} of ${total} turns`);
  try {
    const { home } = environment;
    const sourceOf = (host: Host) => transcriptHosts[host];
    const options = { home, now: environment.now(), dryRun, sourceOf, onProgress };
    return { version, report: takeOver(original, version, target, options) };
  } finally {
    progress.clear();
  }
}

function refusal(path: string, problem: SchemaProblem): string {
  if (problem.kind === 'unknown-schema') {
    return `${path} has schema ${problem.version}; only 1 to ${NEWEST} of the Node Throughline are known.`;
  }
  const { table, column } = problem;
  const what = column === null ? `no table ${table}` : `no column ${table}.${column}`;
  return `${path} is not a database of the Node Throughline: it has ${what}.`;
}

function answer(
  report: TakeoverReport,
  from: { readonly source: string; readonly version: number; readonly dryRun: boolean },
): CommandResult {
  const { source, version, dryRun } = from;
  const { sessions, turns, details, skeletons, skipped } = report;
  const lines = [
    `${dryRun ? 'Would bring in' : 'Brought in'} ${counted(turns, 'turn')} of ${counted(sessions, 'new session')}, ` +
      `with ${counted(details, 'detail')} and ${counted(skeletons, 'summary', 'summaries')}.`,
    ...(skipped === 0
      ? []
      : [
          `Left out ${counted(skipped, 'turn')}: here already, forgotten here, or of no session that can be named.`,
        ]),
    `From ${source} (schema ${version}), which stays as it is.`,
  ];
  return {
    text: lines.join('\n'),
    json: {
      schema: 'throughline.import.v1',
      source,
      schemaVersion: version,
      ...{ sessions, turns, details, skeletons, skipped },
      dryRun,
    },
  };
}
