import { existsSync, statSync } from 'node:fs';
import { counted } from '../core/counted.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { textHash } from '../platform/secret-key.ts';
import type { SqlConnection, SqlEngine } from '../store/connection.ts';
import { findCursor } from '../store/cursors.ts';
import { migrations } from '../store/migrations/all.ts';
import { readDatabase } from '../store/open.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import { unknownKeys } from '../store/turn-keys.ts';
import { countTurns } from '../store/turns.ts';
import { type Check, failed, passed, warned } from './doctor-check.ts';
import { sessionNamed } from './session-choice.ts';

/** What is stored of one session, and what its transcript has beyond that. */
export function sessionChecks(
  engine: SqlEngine,
  layout: DataLayout,
  word: string,
): readonly Check[] {
  const read = <T>(work: (db: SqlConnection) => T): T | undefined =>
    readDatabase(engine, layout.database, work, { migrations });
  const found = read((db) => {
    const named = sessionNamed(db, word);
    const session = named === null ? null : findSession(db, named);
    if (session === null) return null;
    const path = session.transcriptPath;
    return { session, turns: countTurns(db, session.id), cursor: path && findCursor(db, path) };
  });
  if (!found)
    return [failed('session', `nothing is stored of ${word}`, 'see whether the hooks run')];
  const { session, turns, cursor } = found;
  const { id } = session;
  const off = session.off ? ', switched off with /tl off' : '';
  const stored = passed('session', `${counted(turns, 'turn')} stored of ${id}${off}`);
  const path = session.transcriptPath;
  if (path === null || !existsSync(path)) {
    return [
      stored,
      warned('session-transcript', `its transcript is gone (${path ?? 'not known'})`),
    ];
  }
  const at = cursor ? `read up to byte ${cursor.offset}` : 'never read';
  return [
    stored,
    passed('session-transcript', `${path}, ${at} of ${statSync(path).size}`),
    missing(session, path, layout, (keys) => read((db) => unknownKeys(db, id, keys)) ?? keys),
  ];
}

/** Reads the whole transcript; a turn that is not over yet is not missing. */
function missing(
  session: StoredSession,
  path: string,
  layout: DataLayout,
  unknown: (keys: readonly string[]) => readonly string[],
): Check {
  const hash = existsSync(layout.key) ? textHash(layout.key) : () => '';
  const reading = transcriptHosts[session.ref.host].readTranscript(path, null, hash);
  const over = reading.lastOpen ? reading.turns.slice(0, -1) : reading.turns;
  const keys = over.map(({ key }) => key);
  const count = session.off ? 0 : unknown(keys).length;
  const all = counted(keys.length, 'turn');
  return count === 0
    ? passed('session-turns', `all of the ${all} in its transcript are accounted for`)
    : warned(
        'session-turns',
        `${count} of the ${all} in its transcript are not stored`,
        'nothing; stored when the next turn of it ends',
      );
}
