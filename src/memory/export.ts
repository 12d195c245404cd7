import {
  type ExportedLink,
  type ExportedSession,
  type ExportedTombstone,
  type ExportedTurn,
  type ExportScope,
  linkToExport,
  sessionsToExport,
  sessionToExport,
  tombstonesToExport,
  turnsToExport,
} from '../store/export.ts';
import type { ReadMemory } from './memory-access.ts';

/** One thing that is stored. A session comes before its turns, both before the links between sessions. */
export type ExportRecord =
  | { readonly type: 'session'; readonly session: ExportedSession }
  | { readonly type: 'turn'; readonly turn: ExportedTurn }
  | { readonly type: 'forgotten'; readonly tombstone: ExportedTombstone }
  | { readonly type: 'link'; readonly link: ExportedLink };

/** What is read at once: so much is in memory, and so long nobody may have written. */
const SLICE = { turns: 200, characters: 4_000_000 };

/**
 * What is stored, bit by bit. Each slice is one state of the memory, which others go on writing to;
 * every turn that was there all the time comes once.
 */
export function* exportRecords(read: ReadMemory, scope: ExportScope): Generator<ExportRecord> {
  const sessions = read((db) => sessionsToExport(db, scope)) ?? [];
  for (const id of sessions) yield* sessionRecords(read, scope, id);
  for (const id of sessions) {
    const link = read((db) => linkToExport(db, id)) ?? null;
    if (link !== null && sessions.includes(link.predecessor)) yield { type: 'link', link };
  }
}

function* sessionRecords(
  read: ReadMemory,
  scope: ExportScope,
  id: string,
): Generator<ExportRecord> {
  const head = read((db) => ({
    session: sessionToExport(db, id),
    tombstones: tombstonesToExport(db, id),
    turns: turnsToExport(db, id, scope, null, SLICE),
  }));
  if (head === undefined || head.session === null) return;
  yield { type: 'session', session: head.session };
  for (const tombstone of head.tombstones) yield { type: 'forgotten', tombstone };
  let { turns } = head;
  for (let last = turns.at(-1); last !== undefined; last = turns.at(-1)) {
    for (const turn of turns) yield { type: 'turn', turn };
    const after = last;
    turns = read((db) => turnsToExport(db, id, scope, after, SLICE)) ?? [];
  }
}
