import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { relocatedTo } from '../../../src/hosts/claude/relocation.ts';
import { fixturePath, jsonl, toolResult, typed } from './session-file.ts';

/** As 2.1.332 writes it, with every other of its rows about the conversation. */
const moved = (relocatedCwd: unknown) => ({ type: 'relocated', relocatedCwd, sessionId: 's' });

/** More than is read at once. */
const LONG = typed('u9', 'x'.repeat(3_000_000));
const QUOTED = JSON.stringify(moved('/quoted'));

describe('a conversation', () => {
  it.for<[string, readonly unknown[], string | null]>([
    ['that was moved', [typed('u1', 'hi'), moved('/new')], '/new'],
    ['that was moved at its beginning', [moved('/new'), LONG, typed('u1', 'hi'), LONG], '/new'],
    ['that was moved between long rows', [LONG, moved('/new'), LONG], '/new'],
    ['that was moved twice', [moved('/one'), typed('u1', 'hi'), moved('/two')], '/two'],
    ['that was moved to no absolute place', [moved('/new'), moved('near'), moved(7)], '/new'],
    ['that only speaks of it', [typed('u1', QUOTED), toolResult('r1', 't1', QUOTED)], null],
    [
      'whose row has such a row inside',
      [{ ...toolResult('r1', 't1', 'ok'), toolUseResult: moved('/inner') }],
      null,
    ],
    ['without rows', [], null],
  ])('%s works where its user put it', async ([, rows, expected]) => {
    await using fixture = await createFixture({ 'a.jsonl': jsonl(...rows) });
    expect(relocatedTo(fixture.getPath('a.jsonl'))).toBe(expected);
  });

  it('is where it was before while its last row is half-written', async () => {
    const half = jsonl(moved('/new')).slice(0, -12);
    await using fixture = await createFixture({ 'a.jsonl': jsonl(moved('/old')) + half });
    expect(relocatedTo(fixture.getPath('a.jsonl'))).toBe('/old');
  });

  it('that was never moved, or has no transcript, is nowhere else', () => {
    expect(relocatedTo(fixturePath('2.1.332-stopped.jsonl'))).toBeNull();
    expect(relocatedTo('/nowhere/a.jsonl')).toBeNull();
  });
});
