import { counted } from '../core/counted.ts';
import { catchUpIndex } from '../memory/search-catch-up.ts';
import { readAsset } from '../platform/asset.ts';
import { exclusiveIn } from '../platform/config.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { wantsIndex } from '../platform/memory-size.ts';
import { progressLine } from '../platform/progress-line.ts';
import { createSqlJsEngine } from '../store/sqljs/sqljs-engine.ts';

/** Another process that writes the index does what we would. */
const WAIT_MS = 200;
/** A person waits; the rest is done in the background. */
const MOST_MS = 60_000;

/** Brings the search index up to what has come in, because `search` itself never writes. */
export async function indexImported({ dataDirectory, now }: Environment): Promise<void> {
  const layout = dataLayout(dataDirectory);
  if (!wantsIndex(layout)) return;
  const exclusive = exclusiveIn(dataDirectory);
  const wasm = readAsset('sql-wasm.wasm');
  const engine = await createSqlJsEngine({ wasm, exclusive, sustained: true });
  const progress = progressLine();
  const onProgress = (turns: number): void => progress.show(`${counted(turns, 'turn')} indexed`);
  try {
    const options = { waitMs: WAIT_MS, mostMs: MOST_MS, now: now(), onProgress };
    catchUpIndex(engine, layout, options);
  } catch (error) {
    /* It is busy, newer or cannot be written: everything is found without it, what came in is stored. */
    if (!(error instanceof Error && error.name.startsWith('Database'))) throw error;
  } finally {
    progress.clear();
  }
}
