import { rmSync } from 'node:fs';
import { catchUpIndex } from '../../src/memory/search-catch-up.ts';
import { readDatabase } from '../../src/store/open.ts';
import { testEngine } from '../store/test-engine.ts';
import type { Home } from './home.ts';

/** How quickly the search index of a memory is made from nothing, as a line of text. */
export async function indexRate({ layout }: Home): Promise<string> {
  const engine = await testEngine();
  const sql = 'SELECT sum(length(CAST(text AS BLOB))) AS bytes FROM bodies';
  const bytes = Number(readDatabase(engine, layout.database, (db) => db.get(sql)?.bytes) ?? 0);
  rmSync(layout.search, { force: true });
  const began = performance.now();
  const options = { waitMs: 1000, mostMs: 600_000, now: Date.now(), onProgress: () => {} };
  const turns = catchUpIndex(engine, layout, options);
  const seconds = (performance.now() - began) / 1000;
  const rate = (bytes / 1e6 / seconds).toFixed(1);
  return `The search index of the large memory (${turns} turns, ${(bytes / 1e6).toFixed(0)} MB of text) is made at ${rate} MB/s.`;
}
