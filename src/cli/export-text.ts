import { type ExportRecord, exportRecords } from '../memory/export.ts';
import { headerObject, keyMark, lineOf, recordObject } from '../memory/export-line.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import type { Environment } from '../platform/environment.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { ExportScope } from '../store/export.ts';
import { fileSink, standardOutput } from './export-file.ts';
import { markdownHead, markdownOf } from './export-markdown.ts';
import type { ExportOptions } from './export-options.ts';

export interface TextExport {
  readonly read: ReadMemory;
  readonly scope: ExportScope;
  /** Null where the memory has no key. */
  readonly hash: TextHash | null;
  readonly onRecord: (record: ExportRecord) => void;
}

/** Writes Markdown or lines of JSON, bit by bit; into a file whole or not at all. */
export function exportText(
  asked: ExportOptions,
  wanted: TextExport,
  environment: Environment,
): void {
  const sink = asked.target === null ? standardOutput : fileSink(asked.target);
  const texts =
    asked.format === 'jsonl'
      ? jsonTexts(wanted, environment)
      : markdownTexts(asked, wanted, environment);
  let isFinished = false;
  try {
    for (const text of texts) if (!sink.write(text)) break;
    isFinished = true;
  } finally {
    if (!isFinished) sink.discard();
  }
  sink.finish();
}

function* jsonTexts(
  { read, scope, hash, onRecord }: TextExport,
  { now, version }: Environment,
): Generator<string> {
  const counts = { session: 0, turn: 0, forgotten: 0, link: 0 };
  yield lineOf(headerObject({ version, at: now(), key: hash && keyMark(hash) }));
  for (const record of exportRecords(read, scope)) {
    counts[record.type] += 1;
    onRecord(record);
    yield lineOf(recordObject(record, hash));
  }
  /* A file without it was cut. */
  yield lineOf({
    type: 'end',
    sessions: counts.session,
    turns: counts.turn,
    forgotten: counts.forgotten,
    links: counts.link,
  });
}

function* markdownTexts(
  { root, details }: ExportOptions,
  { read, scope, onRecord }: TextExport,
  { now }: Environment,
): Generator<string> {
  const what = root ?? scope.sessions?.join(', ') ?? 'every project';
  let isEmpty = true;
  yield markdownHead({ what, at: now() });
  for (const record of exportRecords(read, scope)) {
    onRecord(record);
    isEmpty &&= record.type !== 'turn';
    yield markdownOf(record, details);
  }
  if (isEmpty) yield `\nNothing is stored of ${what}.\n`;
}
