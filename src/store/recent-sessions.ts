import { type Host, isHost } from '../core/session.ts';
import type { SqlConnection } from './connection.ts';
import { integer, text } from './row.ts';
import { IS_SHARED } from './shared-sessions.ts';

/** A conversation of a project by what was said in it last. */
export interface RecentSession {
  /** Spelled id. */
  readonly id: string;
  readonly host: Host;
  /** When its newest turn began, epoch milliseconds. */
  readonly at: number;
  /** Somebody typed into it. */
  readonly attended: boolean;
}

/** Sessions that are looked at by the time of their newest event: an empty window is one too. */
const LOOKED_AT = 50;

/**
 * Conversations of a project that hold turns and have not gone on elsewhere, newest turn first, those
 * that nobody typed into last, those that were switched off never: what has gone on in such a one has
 * not gone on for others.
 * @param except spelled id of the session that asks
 */
export function recentSessions(
  db: SqlConnection,
  projectRoot: string,
  except: string | null,
  limit: number,
): readonly RecentSession[] {
  /* Most new projects have none, and the query costs a prompt more than this one. */
  const hasAny = 'SELECT 1 FROM sessions WHERE project_root = ? AND id IS NOT ? LIMIT 1';
  if (db.get(hasAny, projectRoot, except) === undefined) return [];
  const rows = db.all(
    `SELECT s.id, s.host, s.unattended,
       (SELECT started_at FROM known_turns WHERE session_id = s.id
        ORDER BY started_at DESC, turn_number DESC LIMIT 1) AS newest
     FROM (SELECT id, host, unattended FROM sessions WHERE project_root = ?1 AND id IS NOT ?2
           AND ${IS_SHARED}
           ORDER BY unattended, updated_at DESC LIMIT ${LOOKED_AT}) s
     WHERE newest IS NOT NULL AND NOT EXISTS (
       SELECT 1 FROM links l WHERE l.predecessor_id = s.id AND l.why <> 'fork'
         AND EXISTS (SELECT 1 FROM known_turns WHERE session_id = l.successor_id)
         AND EXISTS (SELECT 1 FROM sessions WHERE id = l.successor_id AND ${IS_SHARED}))
     ORDER BY s.unattended, newest DESC LIMIT ?3`,
    projectRoot,
    except,
    limit,
  );
  return rows.map((row) => ({
    id: text(row, 'id'),
    host: hostFrom(text(row, 'host')),
    at: integer(row, 'newest'),
    attended: integer(row, 'unattended') === 0,
  }));
}

function hostFrom(name: string): Host {
  if (!isHost(name)) throw new TypeError(`unknown host ${name}`);
  return name;
}
