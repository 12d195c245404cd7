import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TranscriptTurn } from '../../../src/core/turn.ts';
import {
  command,
  completed,
  fixtureBytes,
  image,
  jsonl,
  namesText,
  prompt,
  SessionDirectory,
  said,
  submitted,
  thought,
  tool,
  toolDone,
  turn,
} from './session-directory.ts';

const FIXTURES = [
  'tools',
  'queued-taken-back',
  'compact-rewind',
  'fork',
  'background',
  'cancelled',
  'compactions',
  'headless',
  'compact-refused',
] as const;

/** A conversation with everything that crosses a border between two readings. */
const MIXED = Buffer.from(
  jsonl(
    submitted('p1'),
    prompt(0, 'one', 1),
    image(0, 1),
    said('p1', 'I look 見る', 1),
    tool('p1', 't1', { command: 'ls' }),
    toolDone('p1', 't1', { rawOutput: { output_for_prompt: 'out' } }),
    said('p1', 'first', 2),
    completed('p1'),
    prompt(1, 'same', 20),
    said('p2', 'without hooks', 3),
    completed('p2'),
    prompt(2, 'same', 30),
    thought('p3', 'hm'),
    completed('p3', 'cancelled'),
    command('/compact'),
    completed('c1'),
    submitted('p4'),
    prompt(3, 'taken back', 40),
    submitted('p5'),
    prompt(3, 'kept', 41),
    said('p5', 'second', 4),
    completed('p5'),
    submitted('blocked'),
    completed('blocked', 'cancelled'),
    submitted('task-completed-1'),
    prompt(4, '<system-reminder>\ndone\n</system-reminder>', 50, { hideFromScrollback: true }),
    said('task-completed-1', 'seen', 5),
    completed('task-completed-1'),
    ...turn('p6', 5, 'last', 'bye'),
  ),
);

/** What a store makes of readings that follow each other. */
function merged(
  known: readonly TranscriptTurn[],
  news: readonly TranscriptTurn[],
): TranscriptTurn[] {
  const turns = [...known];
  for (const more of news) {
    const index = turns.findIndex(({ key }) => key === more.key);
    const before = turns[index];
    if (before === undefined) turns.push(more);
    else if (more.continues) turns[index] = grown(before, more);
  }
  return turns;
}

const grown = (before: TranscriptTurn, more: TranscriptTurn): TranscriptTurn => ({
  ...before,
  number: more.number,
  endedAt: more.endedAt ?? before.endedAt,
  interrupted: more.interrupted,
  fragments: [...before.fragments, ...more.fragments],
  details: [...before.details, ...more.details],
});

/** Utterances hang on which text was the last when the turn was read. */
const withoutUtterances = (turns: readonly TranscriptTurn[]): TranscriptTurn[] =>
  turns.map((turn) => ({
    ...turn,
    details: turn.details.filter(({ kind }) => kind !== 'utterance'),
  }));

describe('reading in two parts', () => {
  let session: SessionDirectory;
  beforeAll(async () => {
    const scratch = await SessionDirectory.create();
    session = scratch;
    return () => scratch[Symbol.asyncDispose]();
  });

  it.for([
    ['everything', MIXED],
    ...FIXTURES.map((name) => [name, fixtureBytes(name)] as const),
  ] as const)('gives what reading at once gives: %s', ([, bytes]) => {
    session.write(bytes);
    const whole = withoutUtterances(session.read().turns);
    const parts = fc.record({ cut: fc.nat(bytes.length), settle: fc.nat(8) });
    fc.assert(
      fc.property(parts, ({ cut, settle }) => {
        session.write(bytes.subarray(0, cut));
        const first = session.read();
        /* The host's own word for a turn may come later: only what is over is settled so. */
        const over = first.lastOpen ? first.turns.length - 1 : first.turns.length;
        const settled = Math.min(settle, over);
        session.write(bytes);
        const second = session.read(first.cursorAfter(settled));
        const turns = merged(first.turns.slice(0, settled), second.turns);
        expect(withoutUtterances(turns)).toEqual(whole);
      }),
      { numRuns: 150 },
    );
  });

  it('gives an open turn that was settled under its name, and adds the rest to it', () => {
    const rows = [submitted('p'), prompt(0, 'go'), tool('p', 't', {})];
    session.write(jsonl(...rows));
    const first = session.read();
    session.append(
      jsonl(toolDone('p', 't', { rawOutput: 'out' }), said('p', 'ok'), completed('p')),
    );
    const [rest, ...others] = session.read(first.cursorAfter(1)).turns;
    expect(others).toEqual([]);
    expect([rest?.key, rest?.continues, rest?.requests, rest?.fragments]).toEqual([
      'p',
      true,
      [],
      ['ok'],
    ]);
    expect(rest?.details.map(({ toolName }) => toolName)).toEqual(['run_terminal_command']);
  });

  it('reads the whole file again when it is another', async () => {
    await using other = await SessionDirectory.create(jsonl(...turn('q', 0, 'other', 'file')));
    session.write(jsonl(...turn('p', 0, 'one', 'a')));
    const { cursorAfter } = session.read();
    expect(other.read(cursorAfter(1)).turns.map(({ key }) => key)).toEqual(['q']);
  });

  it('reads no more than what is new and 64 KB', () => {
    const many = Array.from({ length: 3000 }, (_, index) => turn(`p${index}`, index, 'go', 'ok'));
    session.write(jsonl(...many.flat()));
    const { turns, cursorAfter } = session.read();
    const news = jsonl(...turn('last', 3000, 'more', 'done'));
    session.append(news);
    const { bytesRead, turns: found } = session.read(cursorAfter(turns.length));
    expect(found.map(({ key }) => key)).toEqual(['last']);
    expect(bytesRead).toBeLessThanOrEqual(news.length + 64 * 1024);
  });

  it('keeps no text of the conversation in a cursor', () => {
    session.write(MIXED);
    const { turns, cursorAfter } = session.read();
    const states = turns.map((_, index) => JSON.stringify(cursorAfter(index).state));
    const hidden = turns.flatMap(({ requests, fragments }) => [...requests, ...fragments]);
    const shown = hidden.filter((text) => states.some((state) => state.includes(`"${text}"`)));
    expect(namesText('x')).toBe('<x>');
    expect(shown).toEqual([]);
  });
});
