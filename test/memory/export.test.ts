import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import type { ImportReport } from '../../src/memory/export-import.ts';
import { forgetSession } from '../../src/memory/prompt-words.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findLink, saveLink } from '../../src/store/links.ts';
import { migrations } from '../../src/store/migrations/all.ts';
import { scratchDatabase } from '../../src/store/open.ts';
import { prunedAt, pruneTurns } from '../../src/store/prune.ts';
import { findSession, setSessionOff } from '../../src/store/sessions.ts';
import { storeTurn, type TurnToStore } from '../../src/store/turn-writer.ts';
import { countTurns, findTurn, turnsUntil } from '../../src/store/turns.ts';
import { aTurn, noted, openMemory } from '../store/memory-fixture.ts';
import { testEngine } from '../store/test-engine.ts';
import { exported, hashWith, imported, rehearsed } from './export-round.ts';
import { memoryOf } from './takeover-target.ts';

const hash = hashWith('here');
const elsewhere = hashWith('elsewhere');

/** A turn as capturing stores it: hashes are those of its texts. */
const said = (
  session: string,
  key: string,
  rest: Partial<TurnToStore> = {},
  by = hash,
): TurnToStore => {
  const turn = aTurn(session, key, rest);
  const assistantHash = turn.answer === null ? null : by(turn.answer);
  return { ...turn, userHash: by(turn.request), assistantHash };
};

const tool = (sourceId: string) => ({
  ...{ sourceId, kind: 'tool_output' as const, toolName: 'Bash' },
  ...{ input: 'ls', output: 'a\u0000b \ud83d\ude00 \u2028 ```' },
});

/** Two sessions of several turns, the second going on from the first. */
function fill(db: SqlConnection, by = hash): void {
  noted(db, 'one');
  noted(db, 'two', 2000);
  storeTurn(db, said('one', 'a', { details: [tool('t1'), tool('t2')] }, by));
  const last = storeTurn(
    db,
    said('one', 'b', { number: 3, startedAt: 1500, state: 'interrupted', answer: null }, by),
  );
  storeTurn(db, said('two', 'c', { startedAt: 2000, answerId: 'msg_1' }, by));
  const upTo = 'turnId' in last ? findTurn(db, last.turnId) : null;
  saveLink(db, 'two', { predecessor: 'one', upTo, why: 'clear' }, 2000);
}

async function memories() {
  const fixture = await createFixture();
  const from = await openMemory(`${fixture.path}/from`);
  const to = await openMemory(`${fixture.path}/to`);
  const dispose = async (): Promise<void> => {
    from.close();
    to.close();
    await fixture[Symbol.asyncDispose]();
  };
  return { from, to, [Symbol.asyncDispose]: dispose };
}

describe('export and import', () => {
  it('what comes in is what went out', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    expect(imported(memory.to, lines, hash)).toEqual({
      ...{ sessions: 2, turns: 3, grown: 0, details: 2, known: 0, forgotten: 0, links: 1 },
    });
    expect(memoryOf(memory.to, 'two')).toEqual(memoryOf(memory.from, 'two'));
    expect(exported(memory.to, hash)).toEqual(lines);
  });

  it('the same file comes in once', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    imported(memory.to, lines, hash);
    expect(imported(memory.to, lines, hash)).toMatchObject({ sessions: 0, turns: 0, known: 3 });
    expect(exported(memory.to, hash)).toEqual(lines);
  });

  it('a dry run counts the same and stores nothing', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    const engine = await testEngine();
    const dryRun = (): ImportReport =>
      rehearsed(memory.to, lines, hash, scratchDatabase(engine, migrations));
    const dry = dryRun();
    expect(dry).toMatchObject({ sessions: 2, turns: 3, details: 2 });
    expect(findSession(memory.to, 'one')).toBeNull();
    expect(imported(memory.to, lines, hash)).toEqual(dry);
    expect(dryRun()).toMatchObject({ turns: 0, known: 3 });
  });

  it('a file that was cut brings what it has, and the whole one the rest', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    imported(memory.to, lines.slice(0, 3), hash);
    expect(countTurns(memory.to, 'one')).toBe(1);
    imported(memory.to, lines, hash);
    expect(exported(memory.to, hash)).toEqual(lines);
  });

  it('an older export takes nothing back', async () => {
    await using memory = await memories();
    noted(memory.from, 'one');
    storeTurn(memory.from, said('one', 'a', { state: 'provisional', answer: 'so far' }));
    const older = exported(memory.from, hash);
    storeTurn(memory.from, said('one', 'a', { answer: 'all of it', details: [tool('t')] }));
    const newer = exported(memory.from, hash);
    imported(memory.to, newer, hash);
    imported(memory.to, older, hash);
    expect(exported(memory.to, hash)).toEqual(newer);
  });

  it('a newer export completes what is here', async () => {
    await using memory = await memories();
    noted(memory.from, 'one');
    storeTurn(memory.from, said('one', 'a', { state: 'provisional', answer: 'so far' }));
    imported(memory.to, exported(memory.from, hash), hash);
    storeTurn(memory.from, said('one', 'a', { answer: 'all of it', details: [tool('t')] }));
    expect(imported(memory.to, exported(memory.from, hash), hash)).toMatchObject({ grown: 1 });
    expect(exported(memory.to, hash)).toEqual(exported(memory.from, hash));
  });

  it('what was forgotten here stays forgotten', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    const one = findSession(memory.from, 'one');
    forgetSession(memory.from, one ?? noted(memory.from, 'one'));
    expect(imported(memory.from, lines, hash)).toMatchObject({ turns: 0, forgotten: 2, known: 1 });
    expect(countTurns(memory.from, 'one')).toBe(0);
  });

  it('what was forgotten there does not come from a transcript here', async () => {
    await using memory = await memories();
    fill(memory.from);
    forgetSession(memory.from, noted(memory.from, 'one'));
    imported(memory.to, exported(memory.from, hash), hash);
    expect(storeTurn(memory.to, said('one', 'a')).kind).toBe('forgotten');
  });

  it('what was said before a session was switched off comes in, nothing else', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    noted(memory.to, 'one');
    setSessionOff(memory.to, 'one', 1200);
    expect(imported(memory.to, lines, hash)).toMatchObject({ turns: 2, forgotten: 1 });
  });

  it('only a project, a session or a span goes out where it is asked for', async () => {
    await using memory = await memories();
    fill(memory.from);
    const typesOf = (lines: readonly string[]) =>
      lines.map((line) => (JSON.parse(line) as { readonly type: string }).type);
    const of = (scope: Parameters<typeof exported>[2]) =>
      typesOf(exported(memory.from, hash, scope));
    expect(of({ root: '/other' })).toEqual(['header']);
    expect(of({ sessions: ['two'] })).toEqual(['header', 'session', 'turn']);
    expect(of({ from: 1200, to: 2000 })).toEqual(['header', 'session', 'turn']);
  });

  it('an unverified turn stays here', async () => {
    await using memory = await memories();
    noted(memory.from, 'one');
    storeTurn(memory.from, said('one', 'a', { state: 'unverified' }));
    expect(exported(memory.from, hash)).toHaveLength(2);
  });

  it('a pruned turn is pruned where it comes in', async () => {
    await using memory = await memories();
    fill(memory.from);
    pruneTurns(memory.from, [1], 9000);
    imported(memory.to, exported(memory.from, hash), hash);
    expect(prunedAt(memory.to, turnsUntil(memory.to, 'one', null, 9).at(-1)?.id ?? 0)).toBe(9000);
  });

  it('a copied turn stays the one session’s that has it, and the other one goes on from it', async () => {
    await using memory = await memories();
    noted(memory.from, 'fork');
    storeTurn(memory.from, said('fork', 'a'));
    noted(memory.to, 'one');
    storeTurn(memory.to, said('one', 'a'));
    expect(imported(memory.to, exported(memory.from, hash), hash)).toMatchObject({ known: 1 });
    expect(findLink(memory.to, 'fork')).toMatchObject({ predecessor: 'one', why: 'fork' });
  });

  it('a link that was made here stays, and none leads back', async () => {
    await using memory = await memories();
    fill(memory.from);
    const lines = exported(memory.from, hash);
    noted(memory.to, 'one');
    noted(memory.to, 'two');
    saveLink(memory.to, 'one', { predecessor: 'two', upTo: null, why: 'baton' }, 1);
    expect(imported(memory.to, lines, hash)).toMatchObject({ links: 0 });
    expect(findLink(memory.to, 'two')).toBeNull();
  });
});

describe('an export of a memory with another key', () => {
  const keyed = (request: string, by: typeof hash, rest: Partial<TurnToStore> = {}) =>
    said('one', `h:${by(request)}:1`, { request, answer: 'because', ...rest }, by);

  it('has hashes of this memory when it is here', async () => {
    await using memory = await memories();
    fill(memory.from, elsewhere);
    imported(memory.to, exported(memory.from, elsewhere), hash);
    fill(memory.to);
    expect(countTurns(memory.to, 'one') + countTurns(memory.to, 'two')).toBe(3);
  });

  it.for([
    ['the whole request', 'why?', 'why?'],
    ['its first part', 'why?\n\nand how?', 'why?'],
  ] as const)(
    'and a key made of %s is one turn with its transcript',
    async ([, request, first]) => {
      await using memory = await memories();
      noted(memory.from, 'one');
      const there = { ...keyed(request, elsewhere), key: `h:${elsewhere(first)}:1` };
      storeTurn(memory.from, { ...there, details: [tool(`${there.key}:0`)] });
      imported(memory.to, exported(memory.from, elsewhere), hash);
      const here = { ...keyed(request, hash), key: `h:${hash(first)}:1` };
      expect(storeTurn(memory.to, { ...here, details: [tool(`${here.key}:0`)] }).kind).toBe(
        'known',
      );
      expect(memoryOf(memory.to, 'one')).toMatchObject([{ key: here.key, details: [{}] }]);
    },
  );

  it('and a key made of something that is not stored gives way to its transcript', async () => {
    await using memory = await memories();
    noted(memory.from, 'one');
    const raw = '<timestamp>now</timestamp>why?';
    storeTurn(memory.from, { ...keyed('why?', elsewhere), key: `h:${elsewhere(raw)}:1` });
    const lines = exported(memory.from, elsewhere);
    imported(memory.to, lines, hash);
    expect(storeTurn(memory.to, { ...keyed('why?', hash), key: `h:${hash(raw)}:1` }).kind).toBe(
      'grown',
    );
    expect(imported(memory.to, lines, hash)).toMatchObject({ turns: 0, known: 1 });
    expect(countTurns(memory.to, 'one')).toBe(1);
  });

  it('and what was forgotten there is known by its place', async () => {
    await using memory = await memories();
    noted(memory.from, 'one');
    storeTurn(memory.from, keyed('why?', elsewhere));
    forgetSession(memory.from, noted(memory.from, 'one'));
    imported(memory.to, exported(memory.from, elsewhere), hash);
    expect(storeTurn(memory.to, keyed('why?', hash)).kind).toBe('forgotten');
  });
});
