import { extname } from 'node:path';
import { UserError } from '../core/user-error.ts';
import type { Environment } from '../platform/environment.ts';
import type { SqlConnection } from '../store/connection.ts';
import type { ExportScope } from '../store/export.ts';
import { knownRoot } from '../store/projects.ts';
import type { RawOptions } from './command.ts';
import { type ExportTarget, exportTarget } from './export-file.ts';
import { momentOption } from './moment.ts';
import { sessionOption, wordOf } from './options.ts';
import { scopeRoot } from './scope-options.ts';
import { namedSession } from './session-choice.ts';

const FORMATS = ['markdown', 'jsonl', 'sqlite'] as const;
type ExportFormat = (typeof FORMATS)[number];

export interface ExportOptions {
  readonly format: ExportFormat;
  readonly asOriginal: boolean;
  readonly details: boolean;
  /** Null for stdout. */
  readonly target: ExportTarget | null;
  /** What the memory itself must say before the scope is known: which sessions the words name. */
  readonly scope: (db: SqlConnection) => ExportScope;
  /** Root of the project that was asked for; null where it is not one project. */
  readonly root: string | null;
}

/** @throws {UserError} exit 2; see also {@link exportTarget} */
export function exportOptions(options: RawOptions, environment: Environment): ExportOptions {
  const output = fileNamed(wordOf(options.output));
  const asOriginal = options.asOriginal === true;
  const format = formatOf(wordOf(options.format), output, asOriginal);
  if (output === undefined) refuseStdout(format, options.json === true);
  const target =
    output === undefined ? null : exportTarget(output, options.force === true, environment);
  if (format === 'sqlite' && target?.isStream === true)
    throw new UserError('A database is no stream: name a file with -o.', 2);
  const words = sessionWords(options.session);
  const root =
    words !== null && options.project === undefined ? null : scopeRoot(options, environment);
  return {
    ...{ format, asOriginal, target, root },
    details: options.details === true,
    scope: scopeOf(options, { words, root, now: environment.now() }),
  };
}

/** Stdout has names that need no opening. */
const fileNamed = (word: string | undefined): string | undefined =>
  word === '-' || word === '/dev/stdout' || word === '/dev/fd/1' ? undefined : word;

function formatOf(
  word: string | undefined,
  output: string | undefined,
  asOriginal: boolean,
): ExportFormat {
  if (asOriginal && word !== undefined && word !== 'sqlite')
    throw new UserError(`--as-original writes an SQLite database, not ${word}.`, 2);
  if (asOriginal) return 'sqlite';
  if (word === undefined) return BY_ENDING[extname(output ?? '').toLowerCase()] ?? 'markdown';
  const format = FORMATS.find((known) => known === word);
  if (format === undefined)
    throw new UserError(`--format takes ${FORMATS.join(', ')}, not ${word}.`, 2);
  return format;
}

const BY_ENDING: Readonly<Record<string, ExportFormat>> = {
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.db': 'sqlite',
  '.sqlite': 'sqlite',
  '.sqlite3': 'sqlite',
};

function refuseStdout(format: ExportFormat, json: boolean): void {
  if (format === 'sqlite')
    throw new UserError('Say where the database goes: export --format sqlite -o FILE.', 2);
  if (json)
    throw new UserError('With --json say where the export itself goes: export --json -o FILE.', 2);
}

function sessionWords(value: unknown): readonly string[] | null {
  const words = [value].flat().flatMap((word) => sessionOption({ session: word }) ?? []);
  return words.length === 0 ? null : words;
}

function scopeOf(
  options: RawOptions,
  of: {
    readonly words: readonly string[] | null;
    readonly root: string | null;
    readonly now: number;
  },
): (db: SqlConnection) => ExportScope {
  const { words, root, now } = of;
  const from = momentOption(options, 'since', now);
  const to = momentOption(options, 'before', now);
  return (db) => ({
    sessions: words?.map((word) => namedSession(db, word)) ?? null,
    root: root === null ? null : knownRoot(db, root),
    ...{ from, to },
  });
}
