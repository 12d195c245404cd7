import type { SubagentReading, TranscriptSource } from '../core/reading.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findCursor, saveCursor } from '../store/cursors.ts';
import { hasForgotten } from '../store/forgotten-turns.ts';
import type { StoredSession } from '../store/sessions.ts';
import { putDetails } from '../store/turn-content.ts';
import { findTurnOfDetail } from '../store/turns.ts';

/**
 * Stores what is new of a session's subagents, once its own turns are. Belongs in their transaction.
 * @param newest the turn that was stored last; where none was, only a session that is off is looked at
 */
export function captureSubagents(
  db: SqlConnection,
  session: StoredSession,
  path: string,
  newest: number | undefined,
  source: TranscriptSource,
): void {
  if (newest === undefined && !session.off) return;
  for (const subagent of source.readSubagents(path, (file) => findCursor(db, file))) {
    storeSubagent(db, session, subagent, newest);
  }
}

/** What a subagent did belongs to the turn whose tool call started it; it is hidden and forgotten with it. */
export function storeSubagent(
  db: SqlConnection,
  session: StoredSession,
  subagent: SubagentReading,
  newest: number | undefined,
): void {
  const owner = session.off ? null : ownerOf(db, session, subagent.toolUseId, newest);
  if (owner !== null) putDetails(db, owner, subagent.details);
  saveCursor(db, session.id, subagent.path, subagent.cursor);
}

/** Where nobody says who started it, the newest turn did, unless it may have been a forgotten one. */
function ownerOf(
  db: SqlConnection,
  session: StoredSession,
  toolUseId: string | null,
  newest: number | undefined,
): number | null {
  const named = toolUseId === null ? null : findTurnOfDetail(db, session.id, toolUseId);
  if (named !== null) return named;
  const mayBeForgotten = toolUseId !== null && hasForgotten(db, session.id);
  return mayBeForgotten ? null : (newest ?? null);
}
