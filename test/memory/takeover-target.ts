import { createHmac } from 'node:crypto';
import type { Host } from '../../src/core/session.ts';
import { transcriptHosts } from '../../src/hosts/transcript-hosts.ts';
import type { KeyedMemory } from '../../src/memory/memory-access.ts';
import { rememberedTurns } from '../../src/memory/remembered.ts';
import { type TakeoverReport, takeOver } from '../../src/memory/takeover.ts';
import { openSqliteReader } from '../../src/platform/sqlite-reader.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { originalSchema } from '../../src/store/original-schema.ts';
import { detailsOf, type StoredTurn, skeletonsOf } from '../../src/store/turns.ts';

export const testHash = (text: string): string =>
  createHmac('sha256', 'k').update(text).digest('hex');

/** One open memory as the target of a takeover. */
export const targetOn = (db: SqlConnection): KeyedMemory => ({
  write: (work) => db.transaction(() => work(db)),
  read: (work) => work(db),
  hash: testHash,
});

export function takeOverInto(db: SqlConnection, path: string, dryRun = false): TakeoverReport {
  const original = openSqliteReader(path);
  try {
    const sourceOf = (host: Host) => transcriptHosts[host];
    const options = { home: '/home/none', now: 5000, dryRun, sourceOf, onProgress: () => {} };
    return takeOver(original, originalSchema(original) as number, targetOn(db), options);
  } finally {
    original.close();
  }
}

/** Everything a session remembers, oldest first, without row ids. */
export const memoryOf = (db: SqlConnection, session: string) =>
  [...rememberedTurns(db, session)].reverse().map((turn) => withParts(db, turn));

const withParts = (db: SqlConnection, turn: StoredTurn) => {
  const { id, ...rest } = turn;
  return { ...rest, skeleton: skeletonsOf(db, [id]).get(id), details: detailsOf(db, id) };
};
