import { existsSync, statSync } from 'node:fs';
import { HOSTS, spell } from '../core/session.ts';
import type { FoundTranscript } from '../hosts/listing-host.ts';
import { listingHosts } from '../hosts/listing-hosts.ts';
import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { knownTextHash } from '../platform/secret-key.ts';
import { findCursor } from '../store/cursors.ts';
import { findSession, type StoredSession } from '../store/sessions.ts';
import { unknownKeys } from '../store/turn-keys.ts';
import { countTurns } from '../store/turns.ts';
import { type Finding, failed, passed, warned } from './doctor-check.ts';
import { finishedTurns } from './finished-turns.ts';
import { sessionNamed } from './session-choice.ts';

/** What is stored of one session, and what its transcript has beyond that. */
export function sessionChecks(
  read: ReadMemory,
  environment: Environment,
  layout: DataLayout,
  word: string,
): readonly Finding[] {
  const hash = knownTextHash(layout.key) ?? (() => '');
  const found = read((db) => {
    const named = sessionNamed(db, word);
    const session = named === null ? null : findSession(db, named);
    if (session === null) return null;
    const path = session.transcriptPath;
    return { session, turns: countTurns(db, session.id), cursor: path && findCursor(db, path) };
  });
  if (!found) return [unstored(word, environment, hash)];
  const { session, turns, cursor } = found;
  const { id } = session;
  const stored = passed('session', ({ doctorHosts }) => doctorHosts.stored(turns, id, session.off));
  const path = session.transcriptPath;
  if (path === null || !existsSync(path)) {
    return [
      stored,
      warned('session-transcript', ({ doctorHosts }) => doctorHosts.transcriptGone(path)),
    ];
  }
  const offset = cursor ? cursor.offset : null;
  const { size } = statSync(path);
  return [
    stored,
    passed('session-transcript', ({ doctorHosts }) => doctorHosts.transcript(path, offset, size)),
    missing(session, path, hash, (keys) => read((db) => unknownKeys(db, id, keys)) ?? keys),
  ];
}

/** Nothing of it is in the memory; its transcript tells how much should be. */
function unstored(word: string, environment: Environment, hash: (text: string) => string): Finding {
  const found = transcriptNamed(word, environment);
  if (found === undefined)
    return failed(
      'session',
      ({ doctorHosts }) => doctorHosts.nothingStored(word),
      ({ doctorHosts }) => doctorHosts.listed,
    );
  const turns = finishedTurns(found, hash).length;
  const { path } = found;
  const { host } = found.session;
  return turns === 0
    ? warned('session', ({ doctorHosts }) => doctorHosts.noneFinished(word, path))
    : failed(
        'session',
        ({ doctorHosts }) => doctorHosts.finished(word, turns, path),
        ({ doctorHosts }) => doctorHosts.importStores(host),
      );
}

const transcriptNamed = (word: string, environment: Environment): FoundTranscript | undefined =>
  HOSTS.flatMap((host) => [...listingHosts[host].listTranscripts(environment)]).find(
    ({ session }) => session.id === word || spell(session) === word,
  );

/** Reads the whole transcript; a turn that is not over yet is not missing. */
function missing(
  session: StoredSession,
  path: string,
  hash: (text: string) => string,
  unknown: (keys: readonly string[]) => readonly string[],
): Finding {
  const reading = transcriptHosts[session.ref.host].readTranscript(path, null, hash);
  const over = reading.lastOpen ? reading.turns.slice(0, -1) : reading.turns;
  const keys = over.map(({ key }) => key);
  const count = session.off ? 0 : unknown(keys).length;
  return count === 0
    ? passed('session-turns', ({ doctorHosts }) => doctorHosts.allThere(keys.length))
    : warned(
        'session-turns',
        ({ doctorHosts }) => doctorHosts.notAllThere(count, keys.length),
        ({ doctorHosts }) => doctorHosts.nextTurnStores,
      );
}
