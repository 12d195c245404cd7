import { randomUUID } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { captureToEnd } from '../../../src/hooks/capture-session.ts';
import { accessStore, type StoreAccess, withDatabase } from '../../../src/hooks/store-access.ts';
import { catchUpIndex } from '../../../src/memory/search-catch-up.ts';
import { dataLayout } from '../../../src/platform/data-layout.ts';
import { readEnvironment } from '../../../src/platform/environment.ts';
import { noteSession } from '../../../src/store/sessions.ts';
import { MadeUpText } from '../made-up-text.ts';
import { type TranscriptFile, TranscriptWriter } from '../transcript-writer.ts';

/** What to make; sizes in bytes. */
export interface Filling {
  readonly dataDirectory: string;
  readonly project: string;
  /** The database is filled with other conversations until it is this large. */
  readonly databaseBytes: number;
  readonly transcripts: readonly { readonly file: TranscriptFile; readonly bytes: number }[];
}

/** Transcripts of other conversations, read by the product and removed again. */
const OTHER_BYTES = 4 * 1024 * 1024;

// A process of its own, because starting processes from a large one takes longer. Prints the
// transcripts as they are now.
const [request = ''] = process.argv.slice(2);
const filling = JSON.parse(request) as Filling;
const text = new MadeUpText(filling.databaseBytes);
const environment = readEnvironment({
  dataDirectory: filling.dataDirectory,
  script: null,
  version: 'bench',
});
const layout = dataLayout(environment.dataDirectory);
const access = await accessStore({ environment, layout });
while ((statSync(layout.database, { throwIfNoEntry: false })?.size ?? 0) < filling.databaseBytes) {
  const session = randomUUID();
  const path = join(filling.project, `${session}.jsonl`);
  fill(access, { path, session, cwd: filling.project, newest: null }, OTHER_BYTES);
  rmSync(path);
}
const files = filling.transcripts.map(({ file, bytes }) => fill(access, file, bytes));
/* As the maintenance leaves it. */
catchUpIndex(access.engine, layout, {
  waitMs: 0,
  mostMs: 600_000,
  now: Date.now(),
  onProgress: () => {},
});
process.stdout.write(JSON.stringify(files));

/** Writes a transcript and stores it by the product's own way. */
function fill(store: StoreAccess, file: TranscriptFile, bytes: number): TranscriptFile {
  const writer = new TranscriptWriter(file, text);
  for (let written = 0; written < bytes; ) written += writer.append().bytes;
  withDatabase(store, (db) => {
    const session = noteSession(db, {
      ref: { host: 'claude', id: file.session },
      transcriptPath: file.path,
      projectRoot: filling.project,
      cwd: filling.project,
      window: null,
      unattended: false,
      at: Date.now(),
    });
    captureToEnd(store, db, session, true);
  });
  return { ...file, newest: writer.newest };
}
