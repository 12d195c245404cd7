import { appendFileSync, writeFileSync } from 'node:fs';
import { createFixture } from 'fs-fixture';
import { describe, expect, it } from 'vitest';
import { transcriptEnd } from '../../../src/hosts/claude/turn-end.ts';
import { fixtureBytes, fixturePath } from './session-file.ts';

type Row = Readonly<Record<string, unknown>>;

const jsonl = (rows: readonly Row[]): string =>
  rows.map((row) => `${JSON.stringify(row)}\n`).join('');
/** Rows as 2.1.332 writes them, by what is looked at. */
const answer = (stop: string | null, ...blocks: readonly string[]): Row => ({
  type: 'assistant',
  isSidechain: false,
  message: { role: 'assistant', content: blocks.map((type) => ({ type })), stop_reason: stop },
});
const asked: Row = { type: 'user', isSidechain: false, message: { role: 'user', content: 'go' } };
const queue = (operation: string): Row => ({ type: 'queue-operation', operation });
const done = answer('end_turn', 'text');
const sidechain = (row: Row): Row => ({ ...row, isSidechain: true });
const mode: Row = { type: 'mode', mode: 'normal' };

async function endOf(content: string | Uint8Array) {
  await using fixture = await createFixture();
  const path = fixture.getPath('a.jsonl');
  writeFileSync(path, content);
  return transcriptEnd(path);
}

describe('a recorded conversation', () => {
  it.for<[string, string, boolean]>([
    ['in the background whose turn is over', '2.1.332-successor', true],
    ['in the background that asks for a permission', '2.1.332-permission-prompt', false],
    ['that was interrupted', '2.1.332-sigint', false],
    ['that was stopped at a tool', '2.1.332-stopped', false],
    ['that its host ended because it was full', '2.1.332-context-full', true],
  ])('%s is between two turns or not', ([, name, finished]) => {
    expect(transcriptEnd(fixturePath(`${name}.jsonl`))).toEqual({
      size: fixtureBytes(name).length,
      finished,
    });
  });

  it('is finished at no moment before the last answer of its turn was written', async () => {
    const lines = fixtureBytes('2.1.332-successor').toString().split('\n').slice(0, -1);
    const last = lines.findLastIndex((line) => line.includes('"type":"assistant"'));
    const finished = await Promise.all(
      lines.map(
        async (_, index) => (await endOf(`${lines.slice(0, index + 1).join('\n')}\n`))?.finished,
      ),
    );
    expect(finished.indexOf(true)).toBe(last);
    expect(finished.slice(last)).not.toContain(false);
  });
});

describe('the end of a transcript', () => {
  it.for<[string, readonly Row[], boolean]>([
    ['an answer', [asked, done], true],
    ['an answer that a word of the user ended', [asked, answer('stop_sequence', 'text')], true],
    ['an answer, and rows of the host', [asked, done, mode, { type: 'system' }], true],
    ['a tool', [asked, answer('tool_use', 'tool_use')], false],
    ['what is said before a tool', [asked, answer('tool_use', 'text')], false],
    ['a tool in an answer that has ended', [asked, answer('end_turn', 'text', 'tool_use')], false],
    ['half an answer', [asked, answer(null, 'text')], false],
    ['an answer that was cut', [asked, answer('max_tokens', 'text')], false],
    ['a new prompt', [asked, done, asked], false],
    ['the prompt of a subagent behind it', [asked, done, sidechain(asked)], true],
    ['the answer of a subagent alone', [asked, sidechain(done)], false],
    ['a prompt that waits behind it', [asked, done, queue('enqueue')], false],
    ['one that waited and was taken', [asked, done, queue('enqueue'), queue('dequeue')], true],
    ['one that waited and was removed', [asked, done, queue('enqueue'), queue('remove')], true],
    [
      'two that waited, one taken',
      [asked, done, queue('enqueue'), queue('enqueue'), queue('dequeue')],
      false,
    ],
    [
      'one that waited before it, and one behind it',
      [asked, queue('enqueue'), done, queue('enqueue'), queue('dequeue')],
      false,
    ],
    ['one that waited before it', [asked, queue('enqueue'), done], true],
    [
      'all that waited taken back',
      [asked, done, queue('enqueue'), queue('enqueue'), queue('popAll')],
      true,
    ],
    ['a taken one from before', [asked, done, queue('dequeue'), queue('enqueue')], false],
    ['nothing that was said', [mode], false],
  ])('with %s', async ([, rows, finished]) => {
    expect((await endOf(jsonl(rows)))?.finished).toBe(finished);
  });

  it('that is being written is not finished', async () => {
    expect((await endOf(`${jsonl([asked, done])}{"type":"user"`))?.finished).toBe(false);
  });

  it('is not there without a file, or in an empty one', async () => {
    await using fixture = await createFixture({ 'empty.jsonl': '' });
    for (const path of [
      fixture.getPath('none.jsonl'),
      fixture.getPath('empty.jsonl'),
      fixture.path,
      '',
    ])
      expect(transcriptEnd(path)).toBeNull();
  });

  it('is found behind more than is read of it, and told by its whole size', async () => {
    await using fixture = await createFixture();
    const path = fixture.getPath('a.jsonl');
    const long = { ...asked, message: { content: JSON.stringify(done).repeat(9000) } };
    writeFileSync(path, jsonl([long]));
    expect(transcriptEnd(path)?.finished).toBe(false);
    appendFileSync(path, jsonl([done]));
    const end = transcriptEnd(path);
    expect(end?.finished).toBe(true);
    expect(end?.size).toBeGreaterThan(1024 * 1024);
  });

  it('is not found in a row that is cut, whatever lies in it', async () => {
    const cut = { ...asked, message: { content: 'x'.repeat(1024 * 1024) }, within: done };
    expect((await endOf(jsonl([cut])))?.finished).toBe(false);
  });
});
