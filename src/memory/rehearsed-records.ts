import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import {
  blankTexts,
  copyDetailNames,
  copyKnownTurns,
  copyLinks,
  copySession,
  holdLightly,
} from '../store/rehearsed-import.ts';
import type { RecordTarget } from './export-import.ts';
import type { ParsedRecord } from './export-parse.ts';
import type { MemoryAccess } from './memory-access.ts';

/** As `rehearsedImport`, for an export. @param scratch a database in memory, with the schema */
export function rehearsedRecords(
  { read }: Pick<MemoryAccess, 'read'>,
  scratch: SqlConnection,
  hash: TextHash,
): RecordTarget {
  holdLightly(scratch);
  const copied = new Set<string>();
  let hasLinks = false;
  let written: ReadonlySet<string> = new Set();
  const bring = (db: SqlConnection, record: ParsedRecord): void => {
    for (const session of sessionsOf(record).filter((id) => !copied.has(id))) {
      copySession(db, scratch, session);
      copyDetailNames(db, scratch, session);
    }
    if (record.type === 'turn') copyKnownTurns(db, scratch, [record.turn]);
    if (record.type === 'link' && !hasLinks) copyLinks(db, scratch);
    hasLinks ||= record.type === 'link';
  };
  return {
    hash,
    write: (work) => scratch.transaction(() => work(scratch)),
    prepare(records) {
      for (const session of written) blankTexts(scratch, session);
      written = new Set(records.flatMap(sessionsOf));
      for (const record of records) {
        read((db) => bring(db, record));
        for (const session of sessionsOf(record)) copied.add(session);
      }
    },
  };
}

function sessionsOf(record: ParsedRecord): readonly string[] {
  switch (record.type) {
    case 'session':
      return [record.session.id];
    case 'turn':
      return [record.turn.session];
    case 'forgotten':
      return [record.tombstone.session];
    case 'link':
      return [record.link.successor, record.link.predecessor];
    case 'end':
      return [];
  }
}
