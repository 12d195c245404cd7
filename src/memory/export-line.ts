import type { TextHash } from '../platform/secret-key.ts';
import type {
  ExportedLink,
  ExportedSession,
  ExportedTombstone,
  ExportedTurn,
} from '../store/export.ts';
import type { ExportRecord } from './export.ts';

/** Names the form of the file; a form that older versions cannot read gets another number. */
export const EXPORT_SCHEMA = 'throughline.export.v1';

/** The first object of an export. */
export interface ExportHeader {
  /** Of the executable that wrote it. */
  readonly version: string;
  /** Epoch milliseconds. */
  readonly at: number;
  /** Tells memories apart by their keys, see {@link keyMark}; null where the key is not known. */
  readonly key: string | null;
}

/** Says whether two memories hash alike, and nothing about the key. */
export const keyMark = (hash: TextHash): string => hash('throughline.export').slice(0, 16);

export const headerObject = ({ version, at, key }: ExportHeader) => ({
  type: 'header',
  schema: EXPORT_SCHEMA,
  version,
  exportedAt: time(at),
  key,
});

/** A record as its line has it; times ISO 8601 UTC. @param hash the memory's own; null where it is not known */
export function recordObject(
  record: ExportRecord,
  hash: TextHash | null,
): Readonly<Record<string, unknown>> {
  switch (record.type) {
    case 'session':
      return sessionObject(record.session);
    case 'turn':
      return turnObject(record.turn, hash);
    case 'forgotten':
      return forgottenObject(record.tombstone);
    case 'link':
      return linkObject(record.link);
  }
}

/**
 * One line of JSON. Control characters that JSON leaves as they are would act on a terminal, and some
 * readers take two of its other characters for line ends.
 */
export const lineOf = (value: unknown): string =>
  `${JSON.stringify(value).replace(UNSAFE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)}\n`;

const UNSAFE = /[\u007f-\u009f\u2028\u2029]/g;

const time = (at: number): string => new Date(at).toISOString();
const timeOrNull = (at: number | null): string | null => (at === null ? null : time(at));

const sessionObject = (session: ExportedSession) => ({
  type: 'session',
  id: session.id,
  project: session.projectRoot,
  directory: session.firstCwd,
  transcript: session.transcriptPath,
  window: session.window,
  unattended: session.unattended,
  parent: session.parent,
  adoptedFrom: session.adoptedFrom,
  off: session.off === 0 ? null : time(session.off),
  createdAt: time(session.createdAt),
  updatedAt: time(session.updatedAt),
});

const turnObject = (turn: ExportedTurn, hash: TextHash | null) => ({
  type: 'turn',
  session: turn.session,
  id: turn.id,
  key: turn.key,
  keyed: keyedLength(turn, hash),
  number: turn.number,
  start: turn.start,
  state: turn.state,
  startedAt: time(turn.startedAt),
  endedAt: timeOrNull(turn.endedAt),
  request: turn.request,
  answer: turn.answer,
  summary: turn.skeleton,
  requestHash: turn.userHash,
  answerHash: turn.assistantHash,
  answerId: turn.answerId,
  prunedAt: timeOrNull(turn.prunedAt),
  details: turn.details.map(({ sourceId, kind, toolName, input, output }) => ({
    source: sourceId,
    kind,
    tool: toolName,
    input,
    output,
  })),
});

/** Prompts that were added to a request stand behind a blank line. */
const SEPARATOR = '\n\n';
const MOST_PARTS = 50;

/**
 * From how much of the request (UTF-16 units, from its beginning) the key was made, so that another
 * memory can make its own; null where it was made of something else.
 */
function keyedLength(
  { key, request, userHash }: ExportedTurn,
  hash: TextHash | null,
): number | null {
  const [, keyed] = /^h:([0-9a-f]+):\d+$/.exec(key) ?? [];
  if (keyed === undefined) return null;
  if (keyed === userHash) return request.length;
  let end = hash === null ? -1 : request.indexOf(SEPARATOR);
  for (let part = 0; end >= 0 && part < MOST_PARTS; part += 1) {
    if (hash?.(request.slice(0, end)) === keyed) return end;
    end = request.indexOf(SEPARATOR, end + 1);
  }
  return null;
}

const forgottenObject = ({ session, key, number, startedAt, endedAt }: ExportedTombstone) => ({
  type: 'forgotten',
  session,
  key,
  number,
  startedAt: timeOrNull(startedAt),
  endedAt: timeOrNull(endedAt),
});

const linkObject = ({ successor, predecessor, upTo, why, createdAt }: ExportedLink) => ({
  type: 'link',
  successor,
  predecessor,
  upTo: upTo === null ? null : { ...upTo, startedAt: time(upTo.startedAt) },
  why,
  createdAt: time(createdAt),
});
