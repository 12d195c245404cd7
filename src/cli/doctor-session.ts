import { existsSync, statSync } from 'node:fs';
import { counted } from '../core/counted.ts';
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
import { type Check, failed, passed, warned } from './doctor-check.ts';
import { finishedTurns } from './finished-turns.ts';
import { sessionNamed } from './session-choice.ts';

/** What is stored of one session, and what its transcript has beyond that. */
export function sessionChecks(
  read: ReadMemory,
  environment: Environment,
  layout: DataLayout,
  word: string,
): readonly Check[] {
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
    missing(session, path, hash, (keys) => read((db) => unknownKeys(db, id, keys)) ?? keys),
  ];
}

const UNKNOWN =
  '"sessions --all" lists what is stored; when it is missing there, see whether the hooks run';

/** Nothing of it is in the memory; its transcript tells how much should be. */
function unstored(word: string, environment: Environment, hash: (text: string) => string): Check {
  const found = transcriptNamed(word, environment);
  const text = `nothing is stored of ${word}`;
  if (found === undefined) return failed('session', text, UNKNOWN);
  const turns = finishedTurns(found, hash).length;
  const { host } = found.session;
  return turns === 0
    ? warned('session', `${text}, and no turn of it is finished yet (${found.path})`)
    : failed(
        'session',
        `${text}, though ${counted(turns, 'finished turn')} stand in ${found.path}`,
        `see whether the hooks run; import --host ${host} stores them`,
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
): Check {
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
