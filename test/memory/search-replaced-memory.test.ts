import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DAY, NOW, SearchLab } from '../store/search-fixture.ts';

const COMMON = [{ request: 'apple' }, { request: 'pear' }];
const OTHER_SESSION = { ref: { host: 'claude', id: 'two' } } as const;

/** A memory, grown again from an older copy of itself, under the index of what it was before. */
async function putBack() {
  const lab = await SearchLab.create();
  lab.tell(COMMON);
  lab.catchUp();
  return lab;
}

describe('a memory that was put back from a copy and has grown past its index again', () => {
  it.for([
    ['with another session', { session: OTHER_SESSION, more: {}, changed: 0 }],
    ['with the same one, at other times', { session: {}, more: { startedAt: NOW }, changed: 0 }],
    ['and its newest turns changed since', { session: OTHER_SESSION, more: {}, changed: 1 }],
  ] as const)('%s is found whole', async ([, { session, more, changed }]) => {
    await using before = await putBack();
    before.tell([{ request: 'lost' }, { request: 'also lost' }]);
    before.catchUp();
    await using lab = await putBack();
    const told = lab.tell(
      ['quince', 'medlar', 'sloe'].map((request) => ({ request, ...more })),
      session,
    );
    lab.write((db) => {
      for (const id of told.slice(1, 1 + changed))
        db.run("UPDATE turns SET state = 'interrupted' WHERE id = ?", id);
    });
    copyFileSync(before.layout.search, lab.layout.search);

    expect(lab.search('quince').withoutIndex?.why).toBe('foreign');
    expect(lab.found('quince')).toEqual([3]);
    expect(lab.catchUp()).toBe(5);
    expect(lab.search('medlar')).toMatchObject({ withoutIndex: null, scanned: 0 });
    expect(lab.found('medlar')).toEqual([4]);
    expect(lab.found('lost')).toEqual([]);
  });
});

it('an index follows a memory whose newest turns changed, went, or have times before 1970 or behind 2106', async () => {
  await using lab = await SearchLab.create();
  lab.tell([
    ...COMMON,
    { request: 'old', startedAt: -DAY },
    { request: 'far', startedAt: 1e13 },
    { request: 'gone' },
  ]);
  lab.catchUp();
  lab.write((db) => {
    db.run("UPDATE turns SET state = 'interrupted' WHERE id = 1");
    db.run('DELETE FROM turns WHERE id = 5');
  });
  expect(lab.search('old')).toMatchObject({ withoutIndex: null, scanned: 1 });
  expect(lab.catchUp()).toBe(1);
});
