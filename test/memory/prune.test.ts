import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { Detail } from '../../src/core/turn.ts';
import { takenOverKey } from '../../src/core/turn-key.ts';
import { outlook, pruneDetails } from '../../src/memory/prune.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { compact, prunedAt } from '../../src/store/prune.ts';
import { insertTurn, storeTurn } from '../../src/store/turn-writer.ts';
import { detailsOf, findTurn } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';

const detail = (sourceId: string, kind: Detail['kind'], output = 'x'): Detail => ({
  ...{ sourceId, kind, toolName: kind, input: null, output },
});

const details = [detail('t', 'tool_output'), detail('u', 'utterance'), detail('k', 'thinking')];

function prune(db: SqlConnection, before = 5000, root: string | null = null): void {
  const target = {
    write: <T>(work: (connection: SqlConnection) => T): T => db.transaction(() => work(db)),
    read: <T>(work: (connection: SqlConnection) => T): T => work(db),
  };
  pruneDetails(target, { root, before }, { now: 9000, onProgress: () => {} });
}

const left = (db: SqlConnection, turn: number) => detailsOf(db, turn).map(({ kind }) => kind);

async function memory() {
  const fixture = await createFixture();
  const db = await openMemory(fixture.path);
  noted(db, 'one');
  const dispose = async (): Promise<void> => {
    db.close();
    await fixture[Symbol.asyncDispose]();
  };
  return { db, [Symbol.asyncDispose]: dispose };
}

describe('pruning', () => {
  it('drops what tools were given and printed, and keeps what was said', async () => {
    await using opened = await memory();
    const { db } = opened;
    storeTurn(db, aTurn('one', 'a', { details }));
    prune(db);
    expect(left(db, 1)).toEqual(['utterance']);
    expect(findTurn(db, 1)).toMatchObject({ request: 'request a', answer: 'answer a' });
    expect(prunedAt(db, 1)).toBe(9000);
  });

  it('leaves newer turns and other projects alone', async () => {
    await using opened = await memory();
    const { db } = opened;
    storeTurn(db, aTurn('one', 'a', { details, endedAt: 5000 }));
    prune(db);
    prune(db, 6000, '/other');
    expect(left(db, 1)).toHaveLength(3);
    prune(db, 6000, '/p');
    expect(left(db, 1)).toHaveLength(1);
  });

  it('says before how much will go', async () => {
    await using opened = await memory();
    const { db } = opened;
    storeTurn(db, aTurn('one', 'a', { details: [...details, detail('j', 'system', '日本')] }));
    const target = { read: <T>(work: (connection: SqlConnection) => T) => work(db) };
    const look = () => outlook({ ...target, write: () => never() }, { root: '/p', before: 5000 });
    expect(look()).toEqual({ turns: 1, details: 3, bytes: 8 });
    prune(db);
    expect(look()).toEqual({ turns: 0, details: 0, bytes: 0 });
  });

  it('is final: the same transcript read again brings nothing back', async () => {
    await using opened = await memory();
    const { db } = opened;
    storeTurn(db, aTurn('one', 'a', { details, state: 'provisional' }));
    prune(db);
    const again = [...details, detail('t2', 'tool_output'), detail('u2', 'utterance')];
    expect(storeTurn(db, aTurn('one', 'a', { details: again })).kind).toBe('grown');
    expect(left(db, 1)).toEqual(['utterance', 'utterance']);
  });

  it('is final also for a turn of the original whose transcript comes later', async () => {
    await using opened = await memory();
    const { db } = opened;
    insertTurn(db, aTurn('one', takenOverKey(1), { details }));
    prune(db);
    expect(storeTurn(db, aTurn('one', 'a', { details })).kind).toBe('grown');
    expect(left(db, 1)).toEqual(['utterance']);
    expect(prunedAt(db, 1)).toBe(9000);
  });

  it('keeps the summary that is all that is left of a turn', async () => {
    await using opened = await memory();
    const { db } = opened;
    const summary = detail('o:summary', 'system', 'what happened');
    storeTurn(db, aTurn('one', 'a', { details: [summary, ...details] }));
    prune(db);
    expect(left(db, 1)).toEqual(['system', 'utterance']);
  });

  it('gives the space back when the memory is compacted, and the memory is sound', async () => {
    await using opened = await memory();
    const { db } = opened;
    for (const key of ['a', 'b', 'c'])
      storeTurn(
        db,
        aTurn('one', key, { details: [detail(key, 'tool_output', 'x'.repeat(400_000))] }),
      );
    const pages = () => Number(db.get('PRAGMA page_count')?.page_count);
    const before = pages();
    prune(db);
    compact(db);
    expect(pages()).toBeLessThan(before / 3);
    expect(db.get('PRAGMA integrity_check')?.integrity_check).toBe('ok');
    expect(storeTurn(db, aTurn('one', 'd')).kind).toBe('new');
  });
});

function never(): never {
  throw new Error('nothing is written');
}
