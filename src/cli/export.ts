import { statSync } from 'node:fs';
import { counted } from '../core/counted.ts';
import { UserError } from '../core/user-error.ts';
import type { ExportRecord } from '../memory/export.ts';
import { keyMark } from '../memory/export-line.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { progressLine } from '../platform/progress-line.ts';
import { knownTextHash, type TextHash } from '../platform/secret-key.ts';
import type { StoredCounts } from '../store/export-mark.ts';
import type { Command, CommandResult } from './command.ts';
import { exportDatabase } from './export-database.ts';
import { type ExportOptions, exportOptions } from './export-options.ts';
import { exportText, type TextExport } from './export-text.ts';
import { isoTime } from './iso-time.ts';
import { refuseWords } from './options.ts';
import { isStoredProject, refuseUnknownProject, scopeOptions } from './scope-options.ts';
import { memoryWriter } from './write-store.ts';

export const exportMemory: Command = {
  name: 'export',
  summary: 'Write what is remembered to a file: to read, to keep, to take along (import FILE)',
  options: [
    {
      flag: '--format <format>',
      description:
        'markdown to read (default), jsonl without loss, or sqlite (also by the file name)',
    },
    { flag: '-o, --output <file>', description: 'Where to (default: stdout)' },
    { flag: '--force', description: 'Replace the file when it is there' },
    ...scopeOptions,
    {
      flag: '--session <id>',
      description: 'Only this session, of any project; may be given more than once',
      repeatable: true,
    },
    { flag: '--since <time>', description: 'Only turns from this time on (14:05, 2026-11-30)' },
    { flag: '--before <time>', description: 'Only turns before this time' },
    { flag: '--details', description: 'In Markdown, also what tools were given and printed' },
    { flag: '--as-original', description: 'As a database of the Node Throughline (schema 12)' },
  ],
  async run(positional, options, environment) {
    refuseWords(positional);
    const asked = exportOptions(options, environment);
    const memory = await memoryWriter(environment);
    await refuseUnknownProject(
      options,
      environment,
      (path) => memory.read((db) => isStoredProject(db, path)) ?? false,
    );
    const scope = memory.read(asked.scope) ?? { sessions: [], root: null, from: null, to: null };
    const hash = knownTextHash(dataLayout(environment.dataDirectory).key);
    const count = counter(asked);
    const job = { read: memory.read, scope, hash, onRecord: count.note };
    try {
      if (asked.format === 'sqlite')
        Object.assign(count.counts, await writeDatabase(asked, job, environment));
      else exportText(asked, job, environment);
    } finally {
      count.clear();
    }
    return report(asked, count.counts, { hash, environment });
  },
};

type Counts = { -readonly [name in keyof StoredCounts]: number };

function counter({ target }: ExportOptions) {
  const counts: Counts = { session: 0, turn: 0, details: 0, forgotten: 0, link: 0 };
  const line = progressLine();
  const note = (record: ExportRecord): void => {
    counts[record.type] += 1;
    if (record.type === 'turn') counts.details += record.turn.details.length;
    /* On a terminal the text itself shows how far it is. */
    if (target !== null) line.show(`${counted(counts.turn, 'turn')}`);
  };
  return { counts, note, clear: () => (target === null ? undefined : line.clear()) };
}

async function writeDatabase(
  { target, asOriginal }: ExportOptions,
  job: TextExport,
  environment: Environment,
): Promise<StoredCounts | null> {
  if (target === null) throw new Error('no file');
  if (job.read(() => true) === undefined)
    throw new UserError('Nothing is stored yet, so there is no database to write.', 3);
  const wanted = { ...job, asOriginal, at: environment.now() };
  return exportDatabase(target, wanted, environment);
}

function report(
  { format, asOriginal, target, root }: ExportOptions,
  counts: Counts,
  { hash, environment }: { readonly hash: TextHash | null; readonly environment: Environment },
): CommandResult {
  const file = target?.path ?? null;
  const bytes = file === null ? null : (statSync(file, { throwIfNoEntry: false })?.size ?? null);
  const text =
    file === null
      ? ''
      : `Wrote ${counted(counts.turn, 'turn')} of ${counted(counts.session, 'session')} to ${file}.`;
  return {
    text,
    json: {
      schema: 'throughline.export.v1',
      version: environment.version,
      exportedAt: isoTime(environment.now()),
      key: hash && keyMark(hash),
      ...{ format, asOriginal, file, bytes, project: root },
      sessions: counts.session,
      turns: counts.turn,
      details: counts.details,
      forgotten: counts.forgotten,
      links: counts.link,
    },
  };
}
