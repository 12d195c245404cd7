import { err, ok, type Result } from './result.ts';

/** The coding agents whose conversations are kept. */
export const HOSTS = ['claude', 'codex', 'grok', 'cursor'] as const;
export type Host = (typeof HOSTS)[number];

/** One conversation of a host. `id` is the host's own id, without a prefix. */
export interface SessionRef {
  readonly host: Host;
  readonly id: string;
}

/** A session id becomes a directory name, so only these characters and at most 128 of them pass. */
const SAFE_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

export const isHost = (value: unknown): value is Host => HOSTS.includes(value as Host);

/** The one gate through which an id from outside becomes a session. */
export function sessionRef(host: Host, id: unknown): Result<SessionRef> {
  if (typeof id !== 'string' || !SAFE_ID.test(id)) return err('not a session id');
  return ok({ host, id });
}

/** The spelling users and other products know: `codex:…`, Claude without a prefix. */
export const spell = ({ host, id }: SessionRef): string =>
  host === 'claude' ? id : `${host}:${id}`;

/** A UUID of version 7 begins with the time: its first eight digits stay the same for a minute. */
const UUID = /^(?:[a-z]+:)?[0-9a-f]{8}(?:-[0-9a-f]{4}(?=-7)|(?=-[0-9a-f]{4}-))/;

/** What a person reads: the first group of a UUID, or two; any other id whole. Commands take it too. */
export const shortSession = (spelled: string): string => UUID.exec(spelled)?.[0] ?? spelled;

/** Reads the spelling of {@link spell}. */
export function parseSession(spelled: string): Result<SessionRef> {
  const [head = '', ...rest] = spelled.split(':');
  if (rest.length === 0) return sessionRef('claude', head);
  if (!isHost(head) || head === 'claude') return err('unknown host');
  return sessionRef(head, rest.join(':'));
}
