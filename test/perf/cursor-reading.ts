import { readClaudeTranscript } from '../../src/hosts/claude/transcript.ts';
import { readAsset } from '../../src/platform/asset.ts';
import { textHash } from '../../src/platform/secret-key.ts';
import { findCursor } from '../../src/store/cursors.ts';
import { readDatabase } from '../../src/store/open.ts';
import { createSqlJsEngine } from '../../src/store/sqljs/sqljs-engine.ts';
import type { Home } from './home.ts';

/** Bytes of a transcript that a hook reads now, as the product itself counts them. */
export async function transcriptBytesRead(home: Home, path: string): Promise<number> {
  const engine = await createSqlJsEngine({ wasm: readAsset('sql-wasm.wasm') });
  const { database, key } = home.layout;
  const cursor = readDatabase(engine, database, (db) => findCursor(db, path));
  return readClaudeTranscript(path, cursor ?? null, textHash(key)).bytesRead;
}
