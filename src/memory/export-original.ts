import type { SqlConnection } from '../store/connection.ts';
import {
  type ExportedLink,
  type ExportScope,
  linkToExport,
  sessionsToExport,
} from '../store/export.ts';
import { createOriginal, putOriginalSession, putOriginalTurn } from '../store/export-original.ts';
import { type ExportRecord, exportRecords } from './export.ts';
import type { ReadMemory } from './memory-access.ts';

/** What is written in one transaction. */
const SLICE = 500;

/**
 * Writes the memory as the Node Throughline keeps it, into an empty database.
 * @param onRecord called with each record
 */
export function exportAsOriginal(
  read: ReadMemory,
  scope: ExportScope,
  original: SqlConnection,
  onRecord: (record: ExportRecord) => void,
): void {
  createOriginal(original);
  const writer = new OriginalWriter(original, mergesOf(linksIn(read, scope)));
  let slice: ExportRecord[] = [];
  const flush = (): void => {
    original.transaction(() => {
      for (const record of slice) writer.put(record);
    });
    slice = [];
  };
  for (const record of exportRecords(read, scope)) {
    slice.push(record);
    onRecord(record);
    if (slice.length >= SLICE) flush();
  }
  flush();
}

function linksIn(read: ReadMemory, scope: ExportScope): readonly ExportedLink[] {
  const sessions = new Set(read((db) => sessionsToExport(db, scope)));
  const found = read((db) => [...sessions].map((id) => linkToExport(db, id))) ?? [];
  return found
    .filter((link) => link !== null)
    .filter(({ predecessor }) => sessions.has(predecessor));
}

/**
 * Who took whose rows over. There a session gives its rows to one successor, here it may have several:
 * the first counts, as it did there, and a fork only where nobody else goes on from it.
 * @internal exported for its test
 */
export function mergesOf(links: readonly ExportedLink[]): ReadonlyMap<string, string> {
  const isFork = ({ why }: ExportedLink): number => (why === 'fork' ? 1 : 0);
  const ranked = links.toSorted((a, b) => isFork(a) - isFork(b) || a.createdAt - b.createdAt);
  const merges = new Map<string, string>();
  for (const { predecessor, successor } of ranked) {
    if (merges.has(predecessor) || ownerOf(successor, merges) === predecessor) continue;
    merges.set(predecessor, successor);
  }
  return merges;
}

/** The session at the end of the merges, which has the rows of all before it. */
function ownerOf(session: string, merges: ReadonlyMap<string, string>): string {
  let at = session;
  for (let next = merges.get(at); next !== undefined; next = merges.get(at)) at = next;
  return at;
}

class OriginalWriter {
  readonly #original: SqlConnection;
  readonly #merges: ReadonlyMap<string, string>;
  #session = '';
  /** Of the session's turns so far. */
  #numbers = new Set<number>();

  constructor(original: SqlConnection, merges: ReadonlyMap<string, string>) {
    this.#original = original;
    this.#merges = merges;
  }

  put(record: ExportRecord): void {
    if (record.type === 'session') {
      const { id } = record.session;
      putOriginalSession(this.#original, record.session, this.#merges.get(id) ?? null);
    }
    if (record.type !== 'turn') return;
    const { session, number } = record.turn;
    const owner = ownerOf(session, this.#merges);
    putOriginalTurn(this.#original, record.turn, { owner, number: this.#free(session, number) });
  }

  /** There a turn is its number, so two turns with the same one would be one. */
  #free(session: string, wanted: number): number {
    if (session !== this.#session) this.#numbers = new Set();
    this.#session = session;
    let number = wanted;
    while (this.#numbers.has(number)) number += 1;
    this.#numbers.add(number);
    return number;
  }
}
