import { isAbsolute, join } from 'node:path';
import { isRecord } from '../../core/record.ts';
import { sessionRef } from '../../core/session.ts';
import { namesIn } from '../../platform/directory-names.ts';
import type { Environment } from '../../platform/environment.ts';
import { foundFile, rowsAtHead, rowsOf } from '../found-file.ts';
import type { FoundTranscript, ListingHost } from '../listing-host.ts';
import { pathOf, stringOf } from '../payload-fields.ts';
import { readTranscriptBytes } from '../transcript-file.ts';
import { readZstdHead } from '../zstd-file.ts';
import { codexPaths } from './paths.ts';
import { parseSessionMeta, type SessionMeta } from './session-meta.ts';
import { uuidTime } from './uuid-time.ts';

/** A conversation that was rewound goes on in a further file, whose name ends with an id of its own. */
const ROLLOUT =
  /^(rollout-(\d{4})-(\d{2})-(\d{2})T.+?-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_[\w-]+)?\.jsonl)(?:\.zst)?$/;
const CWD = /<cwd>([^<\n]{1,4096})<\/cwd>/;
/** The working directory of old releases stands in one of the first messages. */
const HEAD_ROWS = 8;

export const codexListing: ListingHost = { tellsAttended: true, listTranscripts };

/** Threads of persons, archived or not, compressed or not; subagents and Codex's own errands are none. */
function* listTranscripts(environment: Environment, changedSince = 0): Iterable<FoundTranscript> {
  const { directory } = codexPaths(environment);
  const seen = new Set<string>();
  for (const place of placesIn(directory)) {
    const found = rolloutAt(directory, place, changedSince);
    if (found === null || seen.has(found.path)) continue;
    seen.add(found.path);
    yield found;
  }
}

function rolloutAt(home: string, place: Place, changedSince: number): FoundTranscript | null {
  const [, name = '', year = '', month = '', day = '', named] = ROLLOUT.exec(place.name) ?? [];
  const current = join(place.directory, place.name);
  const file = name === '' ? null : foundFile(current, changedSince);
  if (file === null) return null;
  const { meta, cwd } = headOf(current);
  const session = sessionRef('codex', meta.thread ?? named);
  if (!session.ok || meta.errand !== null) return null;
  const { bytes, changedAt, madeAt } = file;
  return {
    session: session.value,
    /* Where it was written and hooks have read it; readers find it where it is now. */
    path: join(home, 'sessions', year, month, day, name),
    cwd,
    bytes,
    changedAt,
    bornAt: meta.begunAt ?? uuidTime(session.value.id) ?? madeAt,
    attended: !meta.unattended,
  };
}

interface Place {
  readonly directory: string;
  readonly name: string;
}

/** As readers look for them: those in their day's directory first, a plain file before a compressed one. */
function* placesIn(home: string): Iterable<Place> {
  const sessions = join(home, 'sessions');
  const years = namesIn(sessions).map((year) => join(sessions, year));
  const days = years.flatMap(within).flatMap(within);
  for (const directory of [...days, join(home, 'archived_sessions')]) yield* filesOf(directory);
}

const within = (directory: string): readonly string[] =>
  namesIn(directory).map((name) => join(directory, name));

const filesOf = (directory: string): readonly Place[] =>
  namesIn(directory).map((name) => ({ directory, name }));

interface Head {
  readonly meta: SessionMeta;
  readonly cwd: string | null;
}

type Row = Readonly<Record<string, unknown>>;

function headOf(path: string): Head {
  if (!path.endsWith('.zst')) return rowsAtHead(path, firstRows);
  const bytes = readZstdHead(path) ?? Buffer.alloc(0);
  return readTranscriptBytes(bytes, '', null, (file) => firstRows(rowsOf(file)));
}

/** Rows of the oldest releases have no envelope. */
function firstRows(rows: Iterable<Row>): Head {
  let meta: SessionMeta = parseSessionMeta({});
  let cwd: string | null = null;
  let count = 0;
  for (const row of rows) {
    const { payload } = row;
    const fields = isRecord(payload) ? payload : row;
    if (count === 0) meta = parseSessionMeta(fields);
    cwd ??= absolute(pathOf(fields.cwd)) ?? absolute(cwdInWords(fields));
    count += 1;
    if (cwd !== null || count >= HEAD_ROWS) break;
  }
  return { meta, cwd };
}

const absolute = (path: string | null): string | null =>
  path !== null && isAbsolute(path) ? path : null;

function cwdInWords({ content }: Row): string | null {
  const blocks = Array.isArray(content) ? content.filter(isRecord) : [];
  const text = blocks.map((block) => stringOf(block.text) ?? '').join('\n');
  return CWD.exec(text)?.[1] ?? null;
}
