import { describe, expect, it } from 'vitest';
import {
  answered,
  asked,
  byHost,
  completed,
  jsonl,
  prompt,
  SessionDirectory,
  said,
  submitted,
  turn,
} from './session-directory.ts';

const HEAD = [{ type: 'system', content: 'host' }, byHost('system_reminder')];

const MEMORY = '<throughline-memory id="tl-1">\n# Memory\n</throughline-memory>';
const noted = (text: string) => [
  { type: 'text', text: `<user_query>\n${text}\n</user_query>\n\nThe picture is 3 by 4.` },
];

/** Positions of the fragments of each turn's group, null where the view has none. */
async function placesOf(
  rows: readonly unknown[],
  view: readonly unknown[],
): Promise<readonly (readonly number[] | null)[] | undefined> {
  await using session = await SessionDirectory.create(jsonl(...rows));
  session.show(jsonl(...view));
  const found = session.read().history?.();
  return found?.groupOf.map(
    (group) => found.groups[group]?.fragments.map(({ position }) => position) ?? null,
  );
}

describe('a turn in the view of the model', () => {
  it('has the positions of its texts; rows of the host take one too, and are no text', async () => {
    const view = [...HEAD, asked('one'), byHost('system_reminder'), answered('a'), asked('two')];
    const rows = [...turn('p', 0, 'one', 'a'), ...turn('q', 1, 'two', 'b')];
    expect(await placesOf(rows, [...view, answered('b')])).toEqual([[3], [5]]);
  });

  it.for([
    ['notes of the host behind it', 'one', { content: noted('one') }],
    ['an element in it', 'why </user_query>?', {}],
    ['a memory of ours', `${MEMORY}\n\none`, {}],
    ['nothing but a memory of ours', MEMORY, {}],
  ] as const)('is found by its request with %s', async ([, text, fields]) => {
    const rows = [...turn('p', 0, 'same', 'a'), ...turn('q', 1, text, 'b')];
    const view = [asked('same'), answered('a'), asked(text, fields), answered('b')];
    expect(await placesOf(rows, view)).toEqual([[1], [3]]);
  });

  it('is the later of two that are alike', async () => {
    const rows = [...turn('p', 0, 'same', 'ack'), ...turn('q', 1, 'same', 'ack')];
    expect(await placesOf(rows, [asked('same'), answered('ack')])).toEqual([null, [1]]);
  });

  it('is not there when it was compacted away, though its request was kept', async () => {
    const view = [byHost('compaction_meta'), asked('one'), byHost('compaction_meta'), asked('two')];
    const rows = [...turn('p', 0, 'one', 'a'), ...turn('q', 1, 'two', 'b')];
    expect(await placesOf(rows, [...view, answered('b')])).toEqual([null, [4]]);
  });

  it('that a compaction crossed is found by its last text', async () => {
    const rows = [submitted('p'), prompt(0, 'one'), said('p', 'before'), said('p', 'after', 2)];
    const view = [byHost('compaction_meta'), asked('one'), byHost('compaction_meta')];
    expect(await placesOf([...rows, completed('p')], [...view, answered('after')])).toEqual([[3]]);
  });

  it('that runs is found by its request, with texts the stream does not hold yet', async () => {
    const rows = [...turn('p', 0, 'one', 'a'), submitted('q'), prompt(1, 'two')];
    const view = [asked('one'), answered('a'), asked('two'), answered('b')];
    expect(await placesOf(rows, view)).toEqual([[1], [3]]);
  });

  it('that was stopped without a word does not take the place of an earlier one', async () => {
    const rows = [...turn('p', 0, 'go', 'a'), submitted('q'), prompt(1, 'go', 9)];
    const view = [asked('go'), answered('a'), asked('go')];
    expect(await placesOf([...rows, completed('q', 'cancelled')], view)).toEqual([[1], null]);
  });

  it('is nowhere when there is no view', async () => {
    await using session = await SessionDirectory.create(jsonl(...turn('p', 0, 'one', 'a')));
    expect(session.read().history?.()).toBeNull();
  });
});

describe('a session without a stream of updates', () => {
  it('is told by the view of the model', async () => {
    await using session = await SessionDirectory.create(null);
    const request = asked('one', { prompt_index: 0 });
    const notice = { type: 'user', content: 'task ended', synthetic_reason: 'task_completed' };
    session.show(
      jsonl(...HEAD, request, answered('working'), answered('a'), notice, answered('seen')),
    );
    const { status, turns, history } = session.read();
    expect(status).toBe('read');
    expect(
      turns.map(({ number, start, requests, fragments }) => [number, start, requests, fragments]),
    ).toEqual([
      [3, 'prompt', ['one'], ['working', 'a']],
      [5, 'self', ['task ended'], ['seen']],
    ]);
    expect(history?.()?.groupOf).toEqual([0, 1]);
  });

  it('tells equal turns apart, and names a turn the same after the view was written anew', async () => {
    await using session = await SessionDirectory.create(null);
    session.show(
      jsonl(asked('go'), answered('a'), asked('go'), answered('a'), asked('go'), answered('b')),
    );
    const before = session.read().turns.map(({ key }) => key);
    session.show(jsonl(asked('go'), answered('b')));
    const after = session.read().turns.map(({ key }) => key);
    expect(new Set(before).size).toBe(3);
    expect(after).toEqual(before.slice(2));
  });

  it('is absent without the view', async () => {
    await using session = await SessionDirectory.create(null);
    expect(session.read().status).toBe('absent');
  });
});
