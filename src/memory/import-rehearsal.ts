import { spell } from '../core/session.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import {
  copyKnownTurns,
  copySession,
  dropTexts,
  holdLightly,
  type KnownBy,
} from '../store/rehearsed-import.ts';
import type { ImportTarget } from './import-writer.ts';
import type { MemoryAccess } from './memory-access.ts';
import type { Piece } from './transcript-import.ts';

/**
 * An import that is not to be kept is done into an empty memory beside the real one, to which comes
 * what the real one knows of the conversations that are read: so a dry run counts what a run counts.
 * @param scratch a database in memory, with the schema
 */
export function rehearsedImport(
  { read }: Pick<MemoryAccess, 'read'>,
  scratch: SqlConnection,
  hash: TextHash,
): ImportTarget {
  holdLightly(scratch);
  const copied = new Set<string>();
  let written: readonly string[] = [];
  return {
    hash,
    read,
    write: (work) => scratch.transaction(() => work(scratch)),
    prepare(pieces) {
      for (const session of new Set(written)) dropTexts(scratch, session);
      written = pieces.map(({ transcript }) => spell(transcript.session));
      for (const piece of pieces) {
        const session = spell(piece.transcript.session);
        const known = knownBy(piece);
        read((db) => {
          if (!copied.has(session)) copySession(db, scratch, session);
          copyKnownTurns(db, scratch, known);
        });
        copied.add(session);
      }
    },
  };
}

const knownBy = ({ settlement }: Piece): readonly KnownBy[] =>
  settlement.store.map(({ turn: { key, answerId } }) => ({ key, answerId }));
