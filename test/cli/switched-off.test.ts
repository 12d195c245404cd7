import { describe, expect, it } from 'vitest';
import { grokContinue } from '../../src/cli/grok-continue.ts';
import { preview } from '../../src/cli/preview.ts';
import { recall } from '../../src/cli/recall.ts';
import { renderBeginning } from '../../src/memory/beginning.ts';
import { memoryToShow, type OfferFrame, offerMemory } from '../../src/memory/offer.ts';
import { offerIndex, offerIndexOf, offerReminder } from '../../src/memory/pointer-offer.ts';
import { giveBaton, switchOff, switchOn } from '../../src/memory/prompt-words.ts';
import { countRemembered } from '../../src/memory/remembered.ts';
import { claimShown } from '../../src/memory/shown-memory.ts';
import { chooseSuccession, linkTo, linkUnoffered } from '../../src/memory/succession.ts';
import type { PendingHandoff } from '../../src/platform/session-marks.ts';
import { saveBaton } from '../../src/store/batons.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { findSession, type StoredSession } from '../../src/store/sessions.ts';
import { runWords } from '../wire/launcher.ts';
import { aProject, type LauncherHome } from '../wire/launcher-home.ts';

/*
 * What a user switched off is read by no other session: whichever way it could be read, before the
 * word it is, and after it no more.
 */

const HOUR = 3_600_000;
const NOW = 5 * HOUR;
const FRAME: OfferFrame = {
  budget: { unit: 'characters', limit: 9500 },
  pages: 1,
  word: '/tl',
  command: 'tl',
  mark: 'tl-1',
  formatTime: String,
  now: NOW,
};

type Reading = (home: LauncherHome) => Promise<string>;

/** The answer of a command, or why there is none; the ids of the question are no answer. */
const told = async (answer: PromiseLike<{ readonly json: unknown }>): Promise<string> =>
  answer.then(
    ({ json }) => JSON.stringify(json),
    (error: unknown) => String(error),
  );

const here = ({ environment, root }: LauncherHome) => ({
  ...environment,
  cwd: root,
  now: () => NOW,
});

const launcher =
  (name: 'handoff-context' | 'latest-session', ...words: readonly string[]): Reading =>
  async (home) => {
    const asked = words.map((word) => (word === 'PROJECT' ? home.root : word));
    return told(runWords(name, asked, home.environment).then((json) => ({ json })));
  };

const previewed =
  (options: object): Reading =>
  async (home) =>
    told(Promise.resolve(preview.run([], { ...options }, here(home))));

const recalled =
  (options: object): Reading =>
  async (home) =>
    told(Promise.resolve(recall.run([], { ...options }, here(home))));

/** What is read of the database itself, and written for the session `reader`. */
const inMemory =
  (read: (db: SqlConnection, reader: StoredSession, home: LauncherHome) => unknown): Reading =>
  async (home) => {
    let found: unknown;
    await home.session('reader', 4);
    await home.change((db) => {
      const reader = findSession(db, 'reader');
      found = reader && read(db, reader, home);
    });
    return JSON.stringify(found);
  };

const born = (home: LauncherHome, rest: Partial<PendingHandoff> = {}): PendingHandoff => {
  const place = { root: home.root, directory: home.root };
  return { bornAt: NOW, source: 'clear', predecessor: 'talked', offer: null, ...place, ...rest };
};

const shown = { predecessor: 'talked', mark: 'tl-1', pages: 1, turns: 1, characters: 1 };
const cleared = { predecessor: 'talked', why: 'clear' } as const;
const taking = { now: NOW, onClear: 'continue' } as const;
const remembers = (db: SqlConnection, { id }: StoredSession) =>
  countRemembered(db, id) > 0 ? 'swordfish' : '';

/** Of a project whose one conversation is `talked`. */
const ALONE: readonly (readonly [string, Reading])[] = [
  ['recall', recalled({})],
  ['preview after /clear', previewed({ as: 'clear' })],
  ['preview of a handover', previewed({ as: 'baton' })],
  ['preview of a fresh start', previewed({ as: 'start' })],
  ['preview after /clear, by name', previewed({ session: 'talked', as: 'clear' })],
  ['preview after a compaction, by name', previewed({ session: 'talked', as: 'compact' })],
  ['handoff-context of the project', launcher('handoff-context', '--project', 'PROJECT', '--json')],
  ['handoff-context by name', launcher('handoff-context', '--session', 'talked', '--json')],
  [
    'handoff-context of recent conversations',
    launcher('handoff-context', '--project', 'PROJECT', '--json', '--sessions', 'recent'),
  ],
  [
    'handoff-context as a record',
    launcher('handoff-context', '--project', 'PROJECT', '--json', '--format', 'record'),
  ],
  [
    'handoff-context as a record by name',
    launcher('handoff-context', '--session', 'talked', '--json', '--format', 'record'),
  ],
  [
    'latest-session',
    async (home) =>
      (await launcher('latest-session', '--project', 'PROJECT', '--json')(home)).replace(
        '"sessionId":"talked"',
        'swordfish',
      ),
  ],
  ['the index', inMemory((db, reader) => offerIndex(db, reader, FRAME))],
  [
    'the index about what was before /clear',
    inMemory((db, reader) => offerIndexOf(db, reader, cleared, FRAME)),
  ],
  [
    'the index of a preview',
    inMemory((db, _, { root }) =>
      renderBeginning(db, { id: null, root, cleared: 'talked' }, FRAME),
    ),
  ],
  ['the injection', inMemory((db, reader) => offerMemory(db, reader, cleared, FRAME))],
  ['a memory that is shown', inMemory((db, { id }) => memoryToShow(db, id, cleared, FRAME))],
  [
    'the choice of a window',
    inMemory((db, reader, home) =>
      chooseSuccession(db, reader, born(home)) === null ? '' : 'swordfish',
    ),
  ],
  [
    'the choice of a baton',
    inMemory((db, reader, home) => {
      const baton = { session: 'talked', root: home.root, directory: home.root, window: null };
      saveBaton(db, { ...baton, at: NOW });
      const pending = born(home, { source: 'startup', predecessor: null });
      return chooseSuccession(db, reader, pending) === null ? '' : 'swordfish';
    }),
  ],
  [
    'handing over by /tl',
    inMemory((db, _, { root }) => {
      const baton = { session: 'talked', root, directory: root, window: null, at: NOW };
      return giveBaton(db, baton) === 0 ? '' : 'swordfish';
    }),
  ],
  [
    'the index that names a baton',
    inMemory((db, { id }, { root }) => {
      const baton = { session: 'talked', root, directory: `${root}/swordfish`, window: null };
      saveBaton(db, { ...baton, at: NOW });
      return renderBeginning(db, { id, root }, FRAME);
    }),
  ],
  [
    'a first turn that was offered nothing',
    inMemory((db, reader, home) => {
      linkUnoffered(db, reader, born(home), taking);
      return remembers(db, reader);
    }),
  ],
  [
    'a first turn of what was shown',
    inMemory((db, reader, home) => {
      claimShown(db, reader, born(home, { shown: { ...shown, kind: 'memory' } }), NOW);
      return remembers(db, reader);
    }),
  ],
];

/** Of a conversation `next` that has gone on from it before the word. */
const LINKED: readonly (readonly [string, Reading])[] = [
  ['recall', recalled({ session: 'next' })],
  ['preview', previewed({ session: 'next', as: 'clear' })],
  ['handoff-context', launcher('handoff-context', '--session', 'next', '--json')],
  [
    'handoff-context of recent conversations',
    launcher('handoff-context', '--project', 'PROJECT', '--json', '--sessions', 'recent'),
  ],
  [
    'handoff-context as a record',
    launcher('handoff-context', '--session', 'next', '--json', '--format', 'record'),
  ],
  [
    'the injection of its successor',
    inMemory((db, reader) => offerMemory(db, reader, { predecessor: 'next', why: 'clear' }, FRAME)),
  ],
  [
    'a memory that is shown',
    inMemory((db, { id }) => memoryToShow(db, id, { predecessor: 'next', why: 'clear' }, FRAME)),
  ],
  [
    'its reminder',
    inMemory((db) => {
      const next = findSession(db, 'next');
      return next && offerReminder(db, next, null, FRAME);
    }),
  ],
];

const switched = (home: LauncherHome, change: typeof switchOff): Promise<void> =>
  home.change((db) => {
    const talked = findSession(db, 'talked');
    if (talked !== null) change(db, talked, 3 * HOUR);
  });

async function talkedAlone(): Promise<LauncherHome> {
  const home = await aProject();
  await home.turn('talked', 'the word is swordfish', 'noted', 1);
  return home;
}

async function talkedAndGoneOn(): Promise<LauncherHome> {
  const home = await talkedAlone();
  await home.turn('next', 'go on', 'gone on', 2);
  await home.change((db) => linkTo(db, 'next', cleared, 2 * HOUR));
  return home;
}

describe('a conversation that was switched off', () => {
  it.for(ALONE)('is not in %s', async ([, read]) => {
    await using on = await talkedAlone();
    expect(await read(on)).toContain('swordfish');
    await using off = await talkedAlone();
    await switched(off, switchOff);
    expect(await read(off)).not.toContain('swordfish');
    await using again = await talkedAlone();
    await switched(again, switchOff);
    await switched(again, switchOn);
    expect(await read(again)).toContain('swordfish');
  });

  it.for(LINKED)('hands nothing on over an older link: %s', async ([, read]) => {
    await using on = await talkedAndGoneOn();
    expect(await read(on)).toContain('swordfish');
    await using off = await talkedAndGoneOn();
    await switched(off, switchOff);
    expect(await read(off)).toMatch(/go(ne)? on/);
    await using untold = await talkedAndGoneOn();
    await switched(untold, switchOff);
    expect(await read(untold)).not.toContain('swordfish');
  });

  it('is still there for whoever names it', async () => {
    await using home = await talkedAlone();
    await switched(home, switchOff);
    expect(await recalled({ session: 'talked' })(home)).toContain('swordfish');
  });

  it('cannot be opened in a new Grok', async () => {
    await using home = await talkedAlone();
    await switched(home, switchOff);
    const run = Promise.resolve(grokContinue.run([], { session: 'talked' }, here(home)));
    await expect(run).rejects.toThrow('talked is switched off');
  });

  it('does not hide the one that it went on from', async () => {
    await using home = await aProject();
    await home.turn('before', 'the word is swordfish', 'noted', 1);
    await home.turn('talked', 'go on', 'gone on', 2);
    await home.change((db) =>
      linkTo(db, 'talked', { predecessor: 'before', why: 'clear' }, 2 * HOUR),
    );
    const index = inMemory((db, reader) => offerIndex(db, reader, FRAME));
    expect(await index(home)).not.toContain('swordfish');
    await switched(home, switchOff);
    expect(await index(home)).toContain('swordfish');
  });
});
