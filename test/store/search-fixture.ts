import { createFixture } from 'fs-fixture';
import { readQuestion } from '../../src/core/search-question.ts';
import type { SessionRef } from '../../src/core/session.ts';
import { type SearchAnswer, type SearchQuestion, searchMemory } from '../../src/memory/search.ts';
import { type CatchUpOptions, catchUpIndex } from '../../src/memory/search-catch-up.ts';
import { readIndex } from '../../src/memory/search-reading.ts';
import { type DataLayout, dataLayout } from '../../src/platform/data-layout.ts';
import type { SqlConnection, SqlEngine } from '../../src/store/connection.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { openDatabase, readDatabase } from '../../src/store/open.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { storeTurn, type TurnToStore } from '../../src/store/turn-writer.ts';
import { aTurn } from './memory-fixture.ts';
import { testEngine } from './test-engine.ts';

export const DAY = 86_400_000;
/** Epoch milliseconds at which the questions are asked. */
export const NOW = Date.UTC(2026, 11, 1);

/** A memory with an index, in a directory of its own. */
export class SearchLab {
  readonly engine: SqlEngine;
  readonly layout: DataLayout;
  #turns = 0;

  constructor(engine: SqlEngine, root: string) {
    this.engine = engine;
    this.layout = dataLayout(root);
  }

  static async create(): Promise<SearchLab & AsyncDisposable> {
    const directory = await createFixture({});
    const lab = new SearchLab(await testEngine(), directory.path);
    return Object.assign(lab, { [Symbol.asyncDispose]: () => directory.rm() });
  }

  write<T>(work: (db: SqlConnection) => T): T {
    const db = openDatabase(this.engine, this.layout.database, { waitMs: 2000, migrations });
    try {
      return db.transaction(() => work(db));
    } finally {
      db.close();
    }
  }

  /** Stores turns of one session, a minute after each other; says with which numbers. */
  tell(
    turns: readonly (Partial<TurnToStore> & { readonly request: string })[],
    session: { readonly ref?: SessionRef; readonly root?: string } = {},
  ): readonly number[] {
    const { ref = { host: 'claude', id: 'one' }, root = '/p' } = session;
    return this.write((db) => {
      const seen = { transcriptPath: null, projectRoot: root, cwd: root, window: null };
      const { id } = noteSession(db, { ref, ...seen, unattended: false, at: NOW - DAY });
      return turns.map((turn) => {
        this.#turns += 1;
        const number = this.#turns;
        const startedAt = NOW - DAY + number * 60_000;
        const key = `k${number}`;
        const stored = aTurn(id, key, { number, startedAt, userHash: key, ...turn });
        storeTurn(db, { ...stored, assistantHash: stored.answer === null ? null : `a${key}` });
        const row = db.get('SELECT max(id) AS id FROM turns');
        return Number(row?.id);
      });
    });
  }

  catchUp(options: Partial<CatchUpOptions> = {}): number {
    const usual = { waitMs: 500, mostMs: 60_000, now: NOW, onProgress: () => {} };
    return catchUpIndex(this.engine, this.layout, { ...usual, ...options });
  }

  search(text: string, question: Partial<SearchQuestion> = {}): SearchAnswer {
    const asked = readQuestion(text);
    const index = readIndex(this.engine, this.layout.search, asked.units);
    const scope = { root: null, host: null, session: null, since: null, before: null };
    const whole = { asked, scope, last: 10, details: false, now: NOW, ...question };
    const answer = readDatabase(
      this.engine,
      this.layout.database,
      (db) => searchMemory(db, index, whole),
      { migrations },
    );
    return answer ?? { hits: [], withoutIndex: null, scanned: 0, behind: false };
  }

  /** Numbers of the turns that are found, best first. */
  found(text: string, question: Partial<SearchQuestion> = {}): readonly number[] {
    return this.search(text, question).hits.map(({ turn }) => turn.id);
  }
}
