import type { TranscriptReading } from '../core/reading.ts';
import { type Settlement, settleSessionOver, settleSoFar } from '../core/settlement.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { type Captured, captureTurns } from '../memory/capture.ts';
import { linkToParent } from '../memory/parent-link.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findCursor, saveCursor } from '../store/cursors.ts';
import { hasForgotten } from '../store/forgotten-turns.ts';
import type { StoredSession } from '../store/sessions.ts';
import { putDetails } from '../store/turn-content.ts';
import { findTurnOfDetail } from '../store/turns.ts';
import type { StoreAccess } from './store-access.ts';

export type Settle = (reading: TranscriptReading) => Settlement | 'wait';

/**
 * Reads what is new in a session's transcript and stores what `settle` says, in one transaction.
 * @returns `wait` when nothing was stored because the answer is not in the file yet
 */
export function captureSession(
  { hash, environment }: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  settle: Settle,
): Captured | 'wait' {
  const { transcriptPath: path } = session;
  const host = transcriptHosts[session.ref.host];
  if (path === null) return NOTHING;
  const cursor = findCursor(db, path);
  const reading = host.readTranscript(path, cursor, hash);
  const settlement = settle(reading);
  if (settlement === 'wait') return 'wait';
  const context = { hash, now: environment.now() };
  const fork = cursor === null ? host.forkPointOf?.(path) : null;
  return db.transaction(() => {
    const captured = captureTurns(db, session, path, { reading, settlement }, context);
    if (fork) linkToParent(db, session, fork, context.now);
    captureSubagents(db, session, path, captured);
    return captured;
  });
}

/**
 * Reads a session to the end of its transcript.
 * @param over it goes on no more, so an unfinished turn will not be finished
 */
export function captureToEnd(
  access: StoreAccess,
  db: SqlConnection,
  session: StoredSession,
  over: boolean,
): Captured {
  const settle = over ? settleSessionOver : settleSoFar;
  const captured = captureSession(access, db, session, settle);
  return captured === 'wait' ? NOTHING : captured;
}

const NOTHING: Captured = {
  turnIds: [],
  newTurns: 0,
  prompts: [],
  newestStart: 0,
};

/** What subagents did belongs to the turn whose tool call started them; it is hidden and forgotten with it. */
function captureSubagents(
  db: SqlConnection,
  session: StoredSession,
  path: string,
  { turnIds }: Captured,
): void {
  const newest = turnIds.at(-1);
  if (newest === undefined && !session.off) return;
  const host = transcriptHosts[session.ref.host];
  for (const subagent of host.readSubagents(path, (file) => findCursor(db, file))) {
    const owner = session.off ? null : ownerOf(db, session, subagent.toolUseId, newest);
    if (owner !== null) putDetails(db, owner, subagent.details);
    saveCursor(db, session.id, subagent.path, subagent.cursor);
  }
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
