import type { SqlConnection } from './connection.ts';
import { type SeenSession, type StoredSession, settleProject } from './sessions.ts';
import { HAS_TRANSCRIPT_TURN } from './taken-over.ts';

/** Nothing but a takeover has told of the session: no hook, no transcript, no export. */
export const isOnlyTakenOver = (db: SqlConnection, id: string): boolean =>
  db.get(
    `SELECT 1 FROM sessions s WHERE s.id = ? AND s.transcript_path IS NULL AND s.window IS NULL
       AND NOT EXISTS (${HAS_TRANSCRIPT_TURN})`,
    id,
  ) !== undefined;

/**
 * What a transcript says of a session that was taken over counts, as if it had been read first: who
 * typed, and where it began unless it was adopted since.
 * @param session as it is stored now
 */
export function preferTranscript(
  db: SqlConnection,
  session: StoredSession,
  { unattended, projectRoot, cwd }: Pick<SeenSession, 'unattended' | 'projectRoot' | 'cwd'>,
): StoredSession {
  db.run('UPDATE sessions SET unattended = ? WHERE id = ?', unattended ? 1 : 0, session.id);
  if (projectRoot === '' || session.adoptedFrom.length > 0) return session;
  db.run(
    'UPDATE sessions SET project_root = ?, first_cwd = ? WHERE id = ?',
    projectRoot,
    cwd,
    session.id,
  );
  return settleProject(db, { ...session, projectRoot, firstCwd: cwd });
}
