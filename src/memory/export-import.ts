import { parseSession } from '../core/session.ts';
import type { SqlConnection } from '../store/connection.ts';
import { type ExportedSession, type ExportedTurn, sizeOf } from '../store/export.ts';
import { putLink, putSession, type TurnOutlook } from '../store/export-import.ts';
import { passOver } from '../store/forgotten-turns.ts';
import { pruneTurns } from '../store/prune.ts';
import { isStoredSession, takeOverSession } from '../store/takeover.ts';
import type { StoreOutcome, TurnToStore } from '../store/turn-writer.ts';
import { linkCopies, linkToOriginal } from './capture.ts';
import { type SameKey, tombstoneToImport, turnToImport } from './export-identity.ts';
import type { ParsedRecord } from './export-parse.ts';
import { type ImportedTurn, importTurn, withFreeKey } from './export-turn.ts';
import type { KeyedMemory } from './memory-access.ts';

/** Where an export comes in. */
export interface RecordTarget extends Pick<KeyedMemory, 'write' | 'hash'> {
  /** Told what will be written next. */
  readonly prepare?: (records: readonly ParsedRecord[]) => void;
}

export interface ImportOptions {
  /** Whether the export was made with this memory's key; null: each turn tells. */
  readonly same: SameKey;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Called with the records done so far. */
  readonly onProgress: (records: number) => void;
}

/** What came in (or would). `turns` are new, `grown` had more than is stored here. */
export interface ImportReport {
  readonly sessions: number;
  readonly turns: number;
  readonly grown: number;
  readonly details: number;
  /** Turns that are here already. */
  readonly known: number;
  /** Turns left out because they were forgotten here, or said while the session was off. */
  readonly forgotten: number;
  readonly links: number;
}

/** What is written under one lock: hooks wait for it, half a second at most. */
const MOST_RECORDS = 500;
const MOST_CHARACTERS = 4_000_000;

/**
 * Brings an export into the memory, slice by slice, each in a transaction of its own; killed and
 * repeated it comes to the same, and only what is new comes in.
 */
export function importRecords(
  records: Iterable<ParsedRecord>,
  target: RecordTarget,
  options: ImportOptions,
): ImportReport {
  const run = new Import(target, options);
  let slice: ParsedRecord[] = [];
  let characters = 0;
  const flush = (): void => {
    if (slice.length > 0) run.take(slice);
    slice = [];
    characters = 0;
  };
  for (const record of records) {
    slice.push(record);
    characters += record.type === 'turn' ? sizeOf(record.turn) : 0;
    if (slice.length >= MOST_RECORDS || characters >= MOST_CHARACTERS) flush();
  }
  flush();
  run.linkForks();
  return run.report();
}

type Counts = { -readonly [name in keyof ImportReport]: number };

const noCounts = (): Counts => ({
  sessions: 0,
  turns: 0,
  grown: 0,
  details: 0,
  known: 0,
  forgotten: 0,
  links: 0,
});

const COUNTED = {
  new: 'turns',
  grown: 'grown',
  known: 'known',
  forgotten: 'forgotten',
} as const satisfies Record<TurnOutlook, keyof Counts>;

class Import {
  readonly #target: RecordTarget;
  readonly #options: ImportOptions;
  readonly #counts = noCounts();
  /** Sessions whose turn another one holds, with the last such turn. */
  readonly #copies = new Map<string, StoreOutcome>();
  #done = 0;

  constructor(target: RecordTarget, options: ImportOptions) {
    this.#target = target;
    this.#options = options;
  }

  take(slice: readonly ParsedRecord[]): void {
    this.#target.prepare?.(slice);
    this.#target.write((db) => {
      for (const record of slice) this.#store(db, record);
    });
    this.#done += slice.length;
    this.#options.onProgress(this.#done);
  }

  /** A link that came with the export or was here before wins over one that copies suggest. */
  linkForks(): void {
    if (this.#copies.size === 0) return;
    this.#target.write((db) => {
      for (const [id, copy] of this.#copies) linkToOriginal(db, { id }, [copy], this.#options.now);
    });
  }

  report(): ImportReport {
    return this.#counts;
  }

  #store(db: SqlConnection, record: ParsedRecord): void {
    const { same } = this.#options;
    const counts = this.#counts;
    switch (record.type) {
      case 'session':
        counts.sessions += putSession(db, this.#ownPlaces(record.session)) ? 1 : 0;
        return;
      case 'turn':
        countTurn(counts, record.turn, this.#storeTurn(db, record));
        return;
      case 'forgotten':
        passOver(db, record.tombstone.session, [tombstoneToImport(record.tombstone, same)]);
        return;
      case 'link':
        counts.links += putLink(db, record.link) ? 1 : 0;
        return;
      case 'end':
    }
  }

  /** Files and processes of another machine are none of this one's. */
  #ownPlaces(session: ExportedSession): ExportedSession {
    const isOwn = this.#options.same === true;
    return isOwn ? session : { ...session, transcriptPath: null, window: null };
  }

  #storeTurn(db: SqlConnection, record: TurnRecord): ImportedTurn {
    const { turn } = record;
    ensureSession(db, turn);
    const imported = importTurn(db, this.#named(db, record));
    const { outcome } = imported;
    if (outcome?.kind === 'new' && turn.prunedAt !== null)
      pruneTurns(db, [outcome.turnId], turn.prunedAt);
    if (outcome?.kind === 'copy') this.#copies.set(turn.session, outcome);
    if (outcome?.kind === 'claimed')
      linkCopies(db, { id: turn.session }, [outcome], this.#options.now);
    return imported;
  }

  #named(db: SqlConnection, { turn, keyed }: TurnRecord): TurnToStore {
    const found = turnToImport(turn, keyed, {
      same: this.#options.same,
      hash: this.#target.hash,
    });
    return withFreeKey(db, found, turn.key);
  }
}

type TurnRecord = Extract<ParsedRecord, { type: 'turn' }>;

function countTurn(counts: Counts, turn: ExportedTurn, { kind }: ImportedTurn): void {
  counts[COUNTED[kind]] += 1;
  counts.details += kind === 'new' ? turn.details.length : 0;
}

/** A turn whose session's own line was lost is not lost with it. */
function ensureSession(db: SqlConnection, { session, startedAt, endedAt }: ExportedTurn): void {
  const ref = parseSession(session);
  if (!ref.ok || isStoredSession(db, session)) return;
  takeOverSession(db, {
    ref: ref.value,
    projectRoot: '',
    directory: '',
    createdAt: startedAt,
    updatedAt: endedAt ?? startedAt,
  });
}
