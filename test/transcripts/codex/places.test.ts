import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { constants, zstdCompressSync } from 'node:zlib';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { TranscriptCursor } from '../../../src/core/cursor.ts';
import { readCodexTranscript } from '../../../src/hosts/codex/transcript.ts';
import { fixtureBytes, jsonl, namesRequest, turnsOf } from './rollout.ts';

const NAME = 'rollout-2026-11-30T15-20-44-01a22d0b-4a0c-76e0-88ed-81ab478abe85.jsonl';
const BYTES = fixtureBytes('0.171.0-steered-interrupted');
const PACKED = zstdCompressSync(BYTES, { params: { [constants.ZSTD_c_compressionLevel]: 3 } });
const TURNS = 4;

const read = (path: string, cursor: TranscriptCursor | null = null) =>
  readCodexTranscript(path, cursor, namesRequest);

describe('a rollout that is gone from its path', () => {
  const day = 'sessions/2026/11/30';
  it.for([
    ['compressed', `${day}/${NAME}.zst`, PACKED],
    ['archived', `archived_sessions/${NAME}`, BYTES],
    ['archived and compressed', `archived_sessions/${NAME}.zst`, PACKED],
  ] as const)('is read where it is %s', async ([, place, bytes]) => {
    await using home = await createFixture({ [day]: {}, archived_sessions: {}, [place]: bytes });
    expect(read(home.getPath(`${day}/${NAME}`)).turns).toHaveLength(TURNS);
  });

  it('is read in its day when it came back from the archive', async () => {
    await using home = await createFixture({ [`${day}/${NAME}`]: BYTES, archived_sessions: {} });
    expect(read(home.getPath(`archived_sessions/${NAME}`)).turns).toHaveLength(TURNS);
  });

  it('is absent when it is nowhere', async () => {
    await using home = await createFixture({ [day]: {} });
    const reading = read(home.getPath(`${day}/${NAME}`));
    expect(reading).toMatchObject({ status: 'absent', turns: [], bytesRead: 0 });
  });

  it('is not looked for at the places of another name', async () => {
    await using home = await createFixture({ [`archived_sessions/${NAME}`]: BYTES });
    expect(read(home.getPath('notes.jsonl')).status).toBe('absent');
  });

  it('gives only what is new behind a cursor that was made before it was compressed', async () => {
    await using home = await createFixture({ [NAME]: BYTES });
    const path = home.getPath(NAME);
    const cursor = read(path).cursorAfter(3);
    writeFileSync(`${path}.zst`, PACKED);
    rmSync(path);
    expect(read(path, cursor).turns).toMatchObject([{ requests: ['say after interrupt'] }]);
  });

  it('gives only what is new behind a cursor that was made before it was archived', async () => {
    await using home = await createFixture({ [`${day}/${NAME}`]: BYTES, archived_sessions: {} });
    const path = home.getPath(`${day}/${NAME}`);
    const cursor = read(path).cursorAfter(4);
    renameSync(path, home.getPath(`archived_sessions/${NAME}`));
    expect(read(path, cursor).turns).toEqual([]);
  });
});

describe('a compressed rollout', () => {
  it('gives way to a plain one', async () => {
    const other = jsonl(...rowsOf(BYTES).slice(0, 15));
    await using home = await createFixture({ [NAME]: other, [`${NAME}.zst`]: PACKED });
    expect(read(home.getPath(NAME)).turns).toHaveLength(1);
  });

  it('gives what the plain one gives', async () => {
    await using home = await createFixture({ [`${NAME}.zst`]: PACKED });
    expect(read(home.getPath(NAME)).turns).toEqual(await turnsOf(...rowsOf(BYTES)));
  });

  it.for([
    ['no zstd at all', Buffer.from('not compressed')],
    ['a bomb', zstdCompressSync(Buffer.alloc(200 * 1024 * 1024))],
  ] as const)('is absent when it is %s', async ([, bytes]) => {
    await using home = await createFixture({ [`${NAME}.zst`]: bytes });
    expect(read(home.getPath(NAME))).toMatchObject({ status: 'absent', turns: [] });
  });

  it.for([
    ['cut', PACKED.subarray(0, 3000)],
    ['empty', Buffer.alloc(0)],
  ] as const)('has no turns when it is %s', async ([, bytes]) => {
    await using home = await createFixture({ [`${NAME}.zst`]: bytes });
    expect(read(home.getPath(NAME)).turns).toEqual([]);
  });
});

const rowsOf = (bytes: Buffer): unknown[] =>
  bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
