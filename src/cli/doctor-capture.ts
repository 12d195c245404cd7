import { statSync } from 'node:fs';
import { type Host, spell } from '../core/session.ts';
import type { FoundTranscript } from '../hosts/listing-host.ts';
import { listingHosts } from '../hosts/listing-hosts.ts';
import type { RegistrationState } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import { readRecord, recordPath } from '../hosts/registration-record.ts';
import type { ReadMemory } from '../memory/memory-access.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { knownTextHash } from '../platform/secret-key.ts';
import { countSpooled } from '../platform/spool.ts';
import type { SqlConnection } from '../store/connection.ts';
import { findSession } from '../store/sessions.ts';
import { unknownKeys } from '../store/turn-keys.ts';
import { type Finding, failed, passed, skipped, warned } from './doctor-check.ts';
import { finishedTurns } from './finished-turns.ts';
import type { Said } from './words.ts';

/** So many finished turns that nobody stored are no accident. */
const ALARMING = 3;
/** A hook may still be at it. */
const AT_REST_MS = 2 * 60_000;
/** Conversations that are looked into. */
const MOST_LOOKED_AT = 10;

/**
 * Whether hooks that are registered and allowed to run do store: of conversations that began since
 * they were registered, the newest finished turns must be in the memory.
 */
export function captureChecks(
  host: Host,
  environment: Environment,
  layout: DataLayout,
  read: ReadMemory,
): readonly Finding[] {
  const id = `${host}-capture`;
  const { title, state } = registrationHosts[host];
  if (!isExpected(state(environment), environment)) return [];
  const since = registeredSince(host, environment.dataDirectory);
  if (since === null) return [skipped(id, ({ doctorHosts }) => doctorHosts.projectsOnly(title))];
  if (countSpooled(layout) > 0) return [skipped(id, ({ doctorHosts }) => doctorHosts.mayWait)];
  const hash = knownTextHash(layout.key) ?? (() => '');
  const found = conversationsSince(host, environment, since);
  const look = (db: SqlConnection | null): Missing => missingTurns(db, found, hash);
  const missing = read(look) ?? look(null);
  if (missing.count >= ALARMING) return [alarm(host, missing, environment.now())];
  return [passed(id, ({ doctorHosts }) => doctorHosts.captured(title))];
}

/** Anything else that keeps the hooks from running, or lets them store elsewhere, has a check of its own. */
function isExpected(state: RegistrationState, { dataDirectory }: Environment): boolean {
  const { registered, disabled, stopped = false, ignored, problem, trust = [] } = state;
  const runs = registered && !disabled && !stopped && ignored.length === 0 && problem === null;
  const isOurs = state.dataDirectory === null || state.dataDirectory === dataDirectory;
  return runs && isOurs && trust.every((hook) => hook.trust === 'trusted');
}

/**
 * Epoch milliseconds at which the host's own files of ours were written last: installing another host
 * leaves them as they are. Null where the host is not registered for its user.
 */
function registeredSince(host: Host, dataDirectory: string): number | null {
  const files = Object.values(readRecord(dataDirectory));
  const known = files.find(({ registered }) => registered?.host === host)?.registered;
  if (known === undefined) return null;
  const written = [known.places.skill, recordPath(dataDirectory)];
  const [first] = written.flatMap(
    (path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? [],
  );
  return first ?? null;
}

/** Of persons, at rest, the newest first. */
const conversationsSince = (
  host: Host,
  environment: Environment,
  since: number,
): readonly FoundTranscript[] =>
  [...listingHosts[host].listTranscripts(environment, since)]
    .filter(({ attended, bornAt }) => attended && bornAt > since)
    .filter(({ changedAt }) => changedAt < environment.now() - AT_REST_MS)
    .sort((a, b) => b.changedAt - a.changedAt)
    .slice(0, MOST_LOOKED_AT);

interface Missing {
  readonly count: number;
  /** Where the newest of them stands. */
  readonly newest: FoundTranscript | null;
}

/** Goes back to the first turn that is stored, or until there is reason for an alarm. */
function missingTurns(
  db: SqlConnection | null,
  conversations: readonly FoundTranscript[],
  hash: (text: string) => string,
): Missing {
  let count = 0;
  let newest: FoundTranscript | null = null;
  for (const found of conversations.filter((conversation) => !isOff(db, conversation))) {
    const keys = finishedTurns(found, hash);
    const unknown = new Set(db === null ? keys : unknownKeys(db, spell(found.session), keys));
    const stored = keys.findIndex((key) => !unknown.has(key));
    const missed = stored < 0 ? keys.length : stored;
    if (missed > 0) newest ??= found;
    count += missed;
    if (stored >= 0 || count >= ALARMING) break;
  }
  return { count, newest };
}

/** Nothing is missing of a session that its user switched off. */
const isOff = (db: SqlConnection | null, { session }: FoundTranscript): boolean =>
  db !== null && findSession(db, spell(session))?.off === true;

/** Conversations with nobody in front of them run without some hooks. */
function alarm(host: Host, { count, newest }: Missing, now: number): Finding {
  const { title } = registrationHosts[host];
  const text: Said = ({ doctorHosts, facts }) =>
    doctorHosts.notCaptured(
      title,
      count,
      newest && { ago: facts.ago(facts.span(now - newest.changedAt)), path: newest.path },
    );
  const tell = listingHosts[host].tellsAttended ? failed : warned;
  return tell(`${host}-capture`, text, ({ doctorHosts }) => doctorHosts.restart(title, host));
}
