import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import { GENERATION_SPAN } from '../../src/core/generations.ts';
import { type Settlement, settleSoFar, settleTurnEnd } from '../../src/core/settlement.ts';
import { captureTurns } from '../../src/memory/capture.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findCursor } from '../../src/store/cursors.ts';
import { noteSession, type StoredSession } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { aTurn, openMemory } from '../store/memory-fixture.ts';
import {
  answered,
  asked,
  byHost,
  completed,
  jsonl,
  namesText,
  prompt,
  SessionDirectory,
  said,
  submitted,
  turn,
} from '../transcripts/grok/session-directory.ts';

const second = (position: number): number => GENERATION_SPAN + position;
const begin = (db: SqlConnection): StoredSession =>
  noteSession(db, {
    ref: { host: 'grok', id: 's' },
    transcriptPath: null,
    projectRoot: '/p',
    cwd: '/p',
    window: null,
    unattended: false,
    at: 1,
  });

/** A session, its memory, and what its hooks do with both. */
async function aSession() {
  const directory = await createFixture({});
  const db = await openMemory(directory.path);
  const files = await SessionDirectory.create();
  const session = begin(db);
  const capture = (settle: (reading: ReturnType<typeof files.read>) => Settlement | 'wait') => {
    const reading = files.read(findCursor(db, files.path));
    const settlement = settle(reading);
    if (settlement === 'wait') throw new Error('there is nothing to wait for');
    captureTurns(db, session, files.path, { reading, settlement }, { hash: namesText, now: 1 });
  };
  return {
    db,
    files,
    /** The host reports the end of a turn. */
    stop: (promptId: string, lastAnswer: string) =>
      capture((reading) =>
        settleTurnEnd(
          reading,
          { promptId, lastAnswer, failed: false },
          { knownAnswer: false, late: true },
        ),
      ),
    /** The session is read to its end. */
    end: () => capture(settleSoFar),
    stored: () =>
      turnsUntil(db, session.id, null, 100)
        .toReversed()
        .map(({ key, number, state, answer }) => [key, number, state, answer]),
    [Symbol.asyncDispose]: async () => {
      db.close();
      await files[Symbol.asyncDispose]();
      await directory.rm();
    },
  };
}

const one = turn('p', 0, 'one', 'first');
const two = [submitted('q'), prompt(1, 'two', 10), said('q', 'second', 2, 11), completed('q')];
const three = [submitted('r'), prompt(2, 'three', 20), said('r', 'third', 3, 21), completed('r')];

it('numbers turns by their positions in the view', async () => {
  await using session = await aSession();
  session.files.write(jsonl(...one, ...two));
  session.files.show(
    jsonl(
      byHost('system_reminder'),
      asked('one'),
      answered('first'),
      asked('two'),
      answered('second'),
    ),
  );
  session.end();
  expect(session.stored()).toEqual([
    ['p', 2, 'complete', 'first'],
    ['q', 4, 'complete', 'second'],
  ]);
});

it('opens the next generation at a compaction, and stays in it', async () => {
  await using session = await aSession();
  session.files.write(jsonl(...one));
  session.files.show(jsonl(asked('one'), answered('first')));
  session.end();
  session.files.append(jsonl(...two));
  session.files.show(
    jsonl(asked('one'), byHost('compaction_meta'), asked('two'), answered('second')),
  );
  session.end();
  session.end();
  session.files.append(jsonl(...three));
  session.files.show(
    jsonl(
      asked('one'),
      byHost('compaction_meta'),
      asked('two'),
      answered('second'),
      asked('three'),
      answered('third'),
    ),
  );
  session.end();
  expect(session.stored().map(([, number]) => number)).toEqual([1, second(3), second(5)]);
});

it('keeps turns that were rewound, in their order, and numbers what came instead', async () => {
  await using session = await aSession();
  session.files.write(jsonl(...one, ...two));
  session.files.show(jsonl(asked('one'), answered('first'), asked('two'), answered('second')));
  session.end();
  session.files.append(jsonl(...three));
  session.files.show(jsonl(asked('one'), answered('first'), asked('three'), answered('third')));
  session.end();
  expect(session.stored().map(([key, number]) => [key, number])).toEqual([
    ['p', 1],
    ['q', 3],
    ['r', second(3)],
  ]);
});

it('keeps the order of turns that were compacted away before they were read', async () => {
  await using session = await aSession();
  session.files.write(jsonl(...one, ...two, ...three));
  session.files.show(
    jsonl(asked('two'), byHost('compaction_meta'), asked('three'), answered('third')),
  );
  session.end();
  expect(session.stored().map(([, number]) => number)).toEqual([0, 1, second(3)]);
});

it('stores a turn once: as it is reported, then as it is written', async () => {
  await using session = await aSession();
  const clipped = 'x'.repeat(32_768);
  const whole = `${clipped} and the rest`;
  session.files.write(jsonl(submitted('p'), prompt(0, 'one')));
  session.files.show(jsonl(asked('one'), answered(whole)));
  session.stop('p', clipped);
  session.stop('p', clipped);
  expect(session.stored()).toEqual([['p', 1, 'provisional', clipped]]);
  session.files.append(jsonl(said('p', whole), completed('p')));
  session.files.append(jsonl(submitted('q'), prompt(1, 'two', 10)));
  session.files.show(jsonl(asked('one'), answered(whole), asked('two'), answered('second')));
  session.stop('q', 'second');
  expect(session.stored()).toEqual([
    ['p', 1, 'complete', whole],
    ['q', 3, 'provisional', 'second'],
  ]);
});

it('heals a conversation whose turns an older product stored between each other', async () => {
  await using session = await aSession();
  const taken = { session: 'grok:s', answerId: null, details: [] };
  for (const [number, text] of [
    [1, 'first'],
    [3, 'late'],
  ] as const) {
    storeTurn(
      session.db,
      aTurn('grok:s', `o:${number}`, {
        ...taken,
        number,
        startedAt: number,
        answer: text,
        assistantHash: namesText(text),
      }),
    );
  }
  session.files.write(jsonl(...two));
  session.files.show(
    jsonl(byHost('compaction_meta'), asked('two'), byHost('system_reminder'), answered('second')),
  );
  session.end();
  expect(session.stored().map(([key, number]) => [key, number])).toEqual([
    ['o:1', 1],
    ['o:3', 3],
    ['q', second(3)],
  ]);
});

it('leaves the numbers of a host that only writes on as they are', async () => {
  await using session = await aSession();
  session.files.write(jsonl(...one, ...two));
  const { history: _, ...reading } = session.files.read();
  const settlement = settleSoFar(reading);
  const stored = begin(session.db);
  captureTurns(session.db, stored, '/t', { reading, settlement }, { hash: namesText, now: 1 });
  expect(session.stored().map(([, number]) => number)).toEqual([1, 3]);
});
