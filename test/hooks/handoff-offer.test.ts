import { createFixture } from 'fs-fixture';
import { expect, it } from 'vitest';
import type { HandoffRecord } from '../../src/core/auto-handoff.ts';
import { handoffMark } from '../../src/core/auto-handoff.ts';
import { acceptHandoff } from '../../src/hooks/handoff-acceptance.ts';
import { giveMemory } from '../../src/hooks/memory-offer.ts';
import {
  accessStore,
  type StoreAccess,
  UNHURRIED,
  withDatabase,
} from '../../src/hooks/store-access.ts';
import { claudeHook } from '../../src/hosts/claude/hook.ts';
import { writeConfig } from '../../src/platform/config.ts';
import { writeHandoff } from '../../src/platform/handoff-records.ts';
import { ownIdentity } from '../../src/platform/process-identity.ts';
import { readPending } from '../../src/platform/session-marks.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { sessionToExport } from '../../src/store/export.ts';
import { forgetTurns } from '../../src/store/forgotten-turns.ts';
import { findLink } from '../../src/store/links.ts';
import { noteSession, setSessionOff } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { turnsUntil } from '../../src/store/turns.ts';
import { inFlightOf } from '../core/render/memory-turns.ts';
import { handoff } from '../platform/handoff-fixture.ts';
import { aTurn } from '../store/memory-fixture.ts';
import { decisions, handoffMachine, prompt } from './handoff-fixture.ts';

const SOURCE = 'a';
const SUCCESSOR = '1fa2008b-9dab';
const first = prompt(SUCCESSOR, {
  attended: false,
  prompt: `${handoffMark(handoff().id)}\ngo on`,
  promptId: 'p1',
});

/** @param stored puts into the memory what is there; returns what the record says besides */
async function machineWith(
  path: string,
  stored: (db: SqlConnection) => Partial<HandoffRecord>,
): Promise<StoreAccess> {
  const { context } = handoffMachine(path);
  const access = await accessStore(context, UNHURRIED);
  const record = withDatabase(access, stored);
  writeHandoff(
    context.layout,
    handoff({
      source: SOURCE,
      directory: path,
      state: 'launched',
      successor: { shortId: SUCCESSOR.slice(0, 8), session: null },
      worker: ownIdentity(),
      inFlight: inFlightOf(),
      ...record,
    }),
  );
  return access;
}

/** What the successor is given with its first prompt. */
function given(access: StoreAccess): { readonly text: string; readonly notice: string | null } {
  const pending = acceptHandoff(access, first);
  const answer = pending && giveMemory(access, claudeHook, first, pending, 1);
  return answer?.kind === 'inject' ? answer : { text: '', notice: null };
}

const source = (db: SqlConnection, unattended = false): void => {
  noteSession(db, {
    ref: { host: 'claude', id: SOURCE },
    transcriptPath: null,
    projectRoot: '/p',
    cwd: '/p',
    window: null,
    unattended,
    at: 1000,
  });
};

/** Two turns, the second of which was stopped. @returns the number of that */
function twoTurns(db: SqlConnection, unattended = false): number {
  source(db, unattended);
  storeTurn(db, aTurn(SOURCE, 'k1', { request: 'say hello', answer: 'hello' }));
  const stopped = { number: 2, startedAt: 540_000, state: 'interrupted' } as const;
  storeTurn(db, aTurn(SOURCE, 'k2', { ...stopped, request: 'mend the login', answer: 'half' }));
  return turnsUntil(db, SOURCE, null, 1)[0]?.id ?? 0;
}

const successorIn = (access: StoreAccess) =>
  withDatabase(access, (db) => ({
    link: findLink(db, SUCCESSOR),
    unattended: sessionToExport(db, SUCCESSOR)?.unattended,
  }));

it('gives a successor the memory and the turn that was stopped, once, whatever is set for /clear', async () => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => ({ turn: twoTurns(db) }));
  writeConfig(access.layout, 'onClear', 'off');
  const { text, notice } = given(access);
  expect(text).toContain('say hello');
  expect(text).toContain('<throughline-not-run>\n- Bash npm test\n');
  expect(text.match(/mend the login/g)).toHaveLength(1);
  expect(text).toContain(' detail 2`');
  expect(notice).toContain('2 turns remembered');
  expect(decisions(access).at(-1)).toMatchObject({
    what: 'memory',
    why: 'auto',
    predecessor: SOURCE,
    handoff: handoff().id,
    remembered_turns: 2,
    injected_turns: 2,
  });
});

it('gives no turn twice that could be stored only after it was stopped', async () => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => {
    twoTurns(db);
    return { turn: null };
  });
  const { text, notice } = given(access);
  expect(text.match(/mend the login/g)).toHaveLength(1);
  expect(notice).toContain('2 turns remembered');
});

it('gives the turn that was stopped where nothing is stored, not even the session', async () => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, () => ({}));
  const { text, notice } = given(access);
  expect(text).toContain('mend the login');
  expect(notice).toContain('1 turn remembered');
  expect(successorIn(access).link).toEqual({ predecessor: SOURCE, upTo: null, why: 'auto' });
});

it('speaks the language of the conversation where only the turn that was stopped is known', async () => {
  await using directory = await createFixture();
  const request = { text: 'ログイン画面を直してください', at: null };
  const access = await machineWith(directory.path, () => ({
    inFlight: inFlightOf({ request, lastWords: null, steps: [] }),
  }));
  expect(given(access).text).toContain('入力を待たず');
});

it('gives the memory alone where the turn that was stopped is not known', async () => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => ({
    turn: twoTurns(db),
    inFlight: null,
  }));
  const { text } = given(access);
  expect(text).toContain('It stopped at #2');
  expect(text).not.toContain('throughline-interrupted');
});

it.for<[string, (db: SqlConnection) => Partial<HandoffRecord>]>([
  ['of which nothing is known', () => ({ inFlight: null })],
  [
    'that was switched off',
    (db) => {
      const turn = twoTurns(db);
      setSessionOff(db, SOURCE, 1);
      return { turn };
    },
  ],
  [
    'of which the turn was forgotten that was stopped, as all others',
    (db) => {
      const turn = twoTurns(db);
      forgetTurns(db, SOURCE);
      return { turn };
    },
  ],
])('gives nothing of a conversation %s, and no index instead', async ([, stored]) => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => {
    storeTurn(db, aTurn(noteOther(db), 'o', { request: 'another conversation' }));
    return stored(db);
  });
  expect(given(access)).toEqual({ text: '', notice: null });
  expect(successorIn(access)).toEqual({ link: null, unattended: true });
});

function noteOther(db: SqlConnection): string {
  const ref = { host: 'claude', id: 'other' } as const;
  const place = { projectRoot: '/', cwd: '/', transcriptPath: null, window: null };
  return noteSession(db, { ref, ...place, unattended: false, at: 1000 }).id;
}

it.for([
  ['a person', false],
  ['nobody', true],
] as const)('goes on from a conversation that %s typed into as such', async ([, unattended]) => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => ({ turn: twoTurns(db, unattended) }));
  given(access);
  expect(successorIn(access).unattended).toBe(unattended);
});

it('offers it again with the next prompt when the first one came to nothing', async () => {
  await using directory = await createFixture();
  const access = await machineWith(directory.path, (db) => ({ turn: twoTurns(db) }));
  given(access);
  const next = prompt(SUCCESSOR, { attended: false, prompt: 'hello', promptId: 'p2', at: 9000 });
  const pending = readPending(access.layout, next.session);
  const answer = pending && giveMemory(access, claudeHook, next, pending, 1);
  expect(JSON.stringify(answer)).toContain('throughline-not-run');
});
