import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { importMemory } from '../../src/cli/import.ts';
import { recall } from '../../src/cli/recall.ts';
import { OriginalDatabase } from '../memory/original-database.ts';
import { environmentIn } from '../registration/environment.ts';

/** A home with the original's database at its usual place. */
async function home() {
  const fixture = await createFixture({});
  const environment = environmentIn(fixture.path);
  mkdirSync(environment.dataDirectory);
  const path = join(environment.dataDirectory, 'throughline.db');
  return Object.assign(fixture, { environment, database: path });
}

const usual = { fromOriginal: true };

it('brings in what is at the usual place and says so', async () => {
  await using user = await home();
  using original = new OriginalDatabase(user.database, 9);
  original.session('s', { project: user.environment.cwd });
  original.turn('s', 1);
  original.summary('s', 5, 'only this line');
  const { text, json } = await importMemory.run([], usual, user.environment);
  expect(text).toBe(
    'Brought in 2 turns of 1 new session, with 1 detail and 1 summary.\n' +
      `From ${user.database} (schema 9), which stays as it is.`,
  );
  expect(json).toEqual({
    ...{ schema: 'throughline.import.v1', source: user.database, schemaVersion: 9 },
    ...{ sessions: 1, turns: 2, details: 1, skeletons: 1, skipped: 0, dryRun: false },
  });
  const shown = await recall.run([], {}, user.environment);
  expect(shown.text).toContain('user: request 1\nassistant: answer 1');
  expect(shown.text).toContain('summary: only this line');
});

it('creates nothing in a dry run', async () => {
  await using user = await home();
  using original = new OriginalDatabase(user.database);
  original.turn('s', 1);
  const options = { fromOriginal: user.database, dryRun: true };
  const where = { ...user.environment, dataDirectory: user.getPath('elsewhere') };
  const { text } = await importMemory.run([], options, where);
  expect(text).toContain('Would bring in 1 turn of 1 new session');
  expect(await user.exists('elsewhere')).toBe(false);
});

it('says what is left out the second time', async () => {
  await using user = await home();
  using original = new OriginalDatabase(user.database);
  original.turn('s', 1);
  await importMemory.run([], usual, user.environment);
  const { text } = await importMemory.run([], { ...usual, dryRun: true }, user.environment);
  expect(text).toContain('Would bring in 0 turns of 0 new sessions');
  expect(text).toContain('Left out 1 turn: here already');
});

describe('refuses, with one line and the file untouched,', () => {
  const change = (sql: string) => (path: string) => {
    using original = new OriginalDatabase(path);
    original.db.exec(sql);
  };
  it.for([
    ['a schema before the first', change('PRAGMA user_version = 0'), /has schema 0; only 1 to 12/],
    ['a schema after the last', change('PRAGMA user_version = 13'), /has schema 13/],
    [
      'a view instead of a table',
      change('ALTER TABLE bodies RENAME TO b; CREATE VIEW bodies AS SELECT * FROM b'),
      /no table bodies/,
    ],
    [
      'a virtual table',
      change('DROP TABLE bodies; CREATE VIRTUAL TABLE bodies USING fts5(text)'),
      /no table bodies/,
    ],
    ['a missing table', change('DROP TABLE details'), /no table details/],
    [
      'a missing column',
      change('ALTER TABLE bodies DROP COLUMN turn_start'),
      /no column bodies\.turn_start/,
    ],
    [
      'a computed column',
      change(
        "ALTER TABLE bodies DROP COLUMN turn_start; ALTER TABLE bodies ADD COLUMN turn_start AS ('x')",
      ),
      /no column bodies\.turn_start/,
    ],
    [
      'another kind of file',
      (path: string) => writeFileSync(path, 'a diary, not a database'),
      /is not an SQLite database/,
    ],
    ['a directory', (path: string) => mkdirSync(path), /is not a file/],
  ] as const)('%s', async ([, make, message]) => {
    await using user = await home();
    make(user.database);
    await expect(importMemory.run([], usual, user.environment)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(new RegExp(`^[^\n]*${message.source}[^\n]*$`)),
    });
    expect(await user.exists('Jane Doe (日本)/.throughline/memory.db')).toBe(false);
  });

  it('a missing file, saying where it looked', async () => {
    await using user = await home();
    await expect(importMemory.run([], usual, user.environment)).rejects.toMatchObject({
      exitCode: 1,
      message: expect.stringContaining(user.database),
    });
  });

  it('a choice of transcripts, which that database has none of', async () => {
    await using user = await home();
    const options = { ...usual, host: 'codex' };
    await expect(importMemory.run([], options, user.environment)).rejects.toMatchObject({
      exitCode: 2,
    });
  });
});

it('leaves every byte of the files a writer has left behind', async () => {
  await using user = await home();
  using original = new OriginalDatabase(user.getPath('open.db'));
  original.turn('s', 1);
  const files = ['', '-wal', '-shm'];
  for (const file of files) copyFileSync(original.path + file, user.database + file);
  const bytes = () => files.map((file) => readFileSync(user.database + file));
  const before = bytes();
  const { json } = await importMemory.run([], usual, user.environment);
  expect(json).toMatchObject({ turns: 1 });
  expect(bytes()).toEqual(before);
});
