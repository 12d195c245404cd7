import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import { SLICE } from '../memory/session-capture.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { knownTextHash } from '../platform/secret-key.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findCursor } from '../store/cursors.ts';
import type { StoredSession } from '../store/sessions.ts';
import { numberOf } from '../store/turns.ts';

/** The transcript tells of a turn that is not stored yet: it runs, or ended without a word to us. */
export function hasUnreadTurn(
  db: SqlConnection,
  { id, ref, transcriptPath: path }: StoredSession,
  environment: Environment,
): boolean {
  if (path === null) return false;
  const hash = knownTextHash(dataLayout(environment.dataDirectory).key) ?? (() => '');
  const { turns } = transcriptHosts[ref.host].readTranscript(
    path,
    findCursor(db, path),
    hash,
    SLICE,
  );
  return turns.some(({ key }) => numberOf(db, id, key) === null);
}
