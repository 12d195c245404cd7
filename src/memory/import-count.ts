import type { TranscriptCursor } from '../core/cursor.ts';
import { spell } from '../core/session.ts';
import type { SettledTurn } from '../core/settlement.ts';
import { allCursors } from '../store/cursors.ts';
import { findSession } from '../store/sessions.ts';
import { unknownKeys } from '../store/turn-keys.ts';
import type { KeyedMemory } from './memory-access.ts';
import type { ImportCounts, ImportSink, Piece } from './transcript-import.ts';

/** Counts what would come in. Writes nothing. */
export class ImportCount implements ImportSink {
  readonly #target: Pick<KeyedMemory, 'read'>;
  readonly #cursors: Map<string, TranscriptCursor>;
  /** Of this run: a fork repeats turns of its parent. */
  readonly #seen = new Set<string>();
  /** The session in which each was given first. */
  readonly #answers = new Map<string, string>();
  readonly #sessions = new Set<string>();
  readonly #changed = new Set<string>();
  readonly unreadable = [];
  #turns = 0;

  constructor(target: Pick<KeyedMemory, 'read'>) {
    this.#target = target;
    this.#cursors = new Map(target.read(allCursors));
  }

  get counts(): ImportCounts {
    return {
      sessions: this.#sessions.size,
      turns: this.#turns,
      transcripts: this.#changed.size,
    };
  }

  cursorOf(path: string): TranscriptCursor | null {
    return this.#cursors.get(path) ?? null;
  }

  flush(): void {
    /* Nothing waits: what was counted is forgotten at once. */
  }

  keep({ transcript, reading, settlement }: Piece): void {
    const { path, session: ref } = transcript;
    this.#cursors.set(path, reading.cursorAfter(settlement.cover));
    const session = spell(ref);
    const turns = settlement.store.filter((settled) => this.#isFirst(session, settled));
    if (turns.length === 0) return;
    const keys = turns.map(({ turn }) => turn.key);
    const found = this.#target.read((db) => {
      const known = findSession(db, session);
      return { known, count: known?.off ? 0 : unknownKeys(db, session, keys).length };
    }) ?? { known: null, count: keys.length };
    if (found.known === null) this.#sessions.add(session);
    this.#turns += found.count;
    if (found.count > 0) this.#changed.add(path);
  }

  /** A turn has a key, and where a host has copied it under another one, its answer an id. */
  #isFirst(session: string, { turn, answer }: SettledTurn): boolean {
    const { key, answerId, requests, continues } = turn;
    if (continues) return false;
    const name = key.startsWith('h:') ? `${session}\n${key}` : key;
    const said = answerId === null ? name : [answerId, ...requests, answer].join('\n');
    const isCopy = this.#seen.has(name) || (this.#answers.get(said) ?? session) !== session;
    this.#seen.add(name);
    if (!isCopy) this.#answers.set(said, session);
    return !isCopy;
  }
}
