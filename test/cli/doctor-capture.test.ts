import { appendFileSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { describe, expect, it, onTestFinished } from 'vitest';
import { doctor } from '../../src/cli/doctor.ts';
import type { Check } from '../../src/cli/doctor-check.ts';
import { install } from '../../src/cli/install.ts';
import { accessStore, withDatabase } from '../../src/hooks/store-access.ts';
import { recordPath } from '../../src/hosts/registration-record.ts';
import { dataLayout } from '../../src/platform/data-layout.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { recordOffer, settleOffer } from '../../src/store/deliveries.ts';
import { setSessionOff } from '../../src/store/sessions.ts';
import { storeTurn } from '../../src/store/turn-writer.ts';
import { ClaudeTranscript } from '../e2e/claude-transcript.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, noted } from '../store/memory-fixture.ts';

const HOUR = 3_600_000;

/** A home in which Claude Code has our hooks since an hour; it is ten minutes later than it is. */
async function home(): Promise<Environment> {
  const directory = await createFixture({});
  onTestFinished(() => directory.rm());
  const environment = {
    ...environmentIn(directory.path),
    now: () => Date.now() + HOUR / 6,
  };
  mkdirSync(join(environment.home, '.claude'));
  await install.run([], {}, environment);
  registeredAt(environment, Date.now() - HOUR);
  return environment;
}

function registeredAt({ home: user }: Environment, at: number): void {
  const time = new Date(at);
  const skill = join(user, '.claude', 'skills', 'throughline-recall', 'SKILL.md');
  utimesSync(skill, time, time);
}

/** A conversation that ended its turns; gives the ids of their requests. */
function conversation(environment: Environment, id: string, turns: number): readonly string[] {
  const path = join(environment.home, '.claude', 'projects', '-w', `${id}.jsonl`);
  const transcript = new ClaudeTranscript(path, id, '/w');
  const keys = Array.from({ length: turns }, (_, index) => {
    const row = transcript.userRow(`request ${index}`, {
      promptId: `p${index}`,
      promptSource: 'typed',
    });
    transcript.append(row);
    transcript.say(`answer ${index}`);
    return String(JSON.parse(row).uuid);
  });
  return keys;
}

async function store(environment: Environment, work: (db: SqlConnection) => void): Promise<void> {
  const context = { environment, layout: dataLayout(environment.dataDirectory) };
  withDatabase(await accessStore(context), work);
}

const storeTurns = (environment: Environment, id: string, keys: readonly string[]) =>
  store(environment, (db) => {
    noted(db, id);
    for (const key of keys) storeTurn(db, aTurn(id, key));
  });

async function check(
  environment: Environment,
  id: string,
  options: Readonly<Record<string, unknown>> = {},
): Promise<Check | undefined> {
  const { json } = await doctor.run([], { host: ['claude'], ...options }, environment);
  return (json.checks as readonly Check[]).find((one) => one.id === id);
}

const capture = (environment: Environment) => check(environment, 'claude-capture');

describe('a stop of capture that nobody has noticed', () => {
  it('is told when three finished turns stand in a transcript and nothing is stored', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    const found = await capture(environment);
    expect(found?.state).toBe('failed');
    expect(found?.text).toContain('the last 3 finished turns of Claude Code are not stored');
    expect(found?.text).toContain('session-a.jsonl');
    expect(found?.todo).toContain('import --host claude');
  });

  it('is told of several short conversations together', async () => {
    const environment = await home();
    for (const id of ['session-a', 'session-b', 'session-c']) conversation(environment, id, 1);
    expect((await capture(environment))?.state).toBe('failed');
  });

  it('is told when earlier turns of the same conversation are stored', async () => {
    const environment = await home();
    const keys = conversation(environment, 'session-a', 5);
    await storeTurns(environment, 'session-a', keys.slice(0, 2));
    expect((await capture(environment))?.state).toBe('failed');
  });

  it('is not told when the newest turn is stored', async () => {
    const environment = await home();
    const keys = conversation(environment, 'session-a', 5);
    await storeTurns(environment, 'session-a', keys.slice(-1));
    expect((await capture(environment))?.state).toBe('ok');
  });
});

it('is given although another host was registered since', async () => {
  const environment = await home();
  conversation(environment, 'session-a', 3);
  mkdirSync(join(environment.home, '.cursor'));
  await install.run([], { host: 'cursor' }, environment);
  expect((await capture(environment))?.state).toBe('failed');
});

describe('no alarm is given', () => {
  it('over two turns', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 2);
    expect((await capture(environment))?.state).toBe('ok');
  });

  it('while the conversation still goes on', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    expect((await capture({ ...environment, now: Date.now }))?.state).toBe('ok');
  });

  it('over a conversation that began before the hooks were registered', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    registeredAt(environment, Date.now() + 1000);
    expect((await capture(environment))?.state).toBe('ok');
  });

  it('over a conversation that is switched off', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    await store(environment, (db) => {
      noted(db, 'session-a');
      setSessionOff(db, 'session-a', 1);
    });
    expect((await capture(environment))?.state).toBe('ok');
  });

  it('over a program that runs without a person', async () => {
    const environment = await home();
    const path = join(environment.home, '.claude', 'projects', '-w', 'session-a.jsonl');
    conversation(environment, 'session-b', 3);
    const rows = new ClaudeTranscript(path, 'session-a', '/w');
    rows.append(rows.userRow('x', { entrypoint: 'sdk-cli' }).replace('"cli"', '"sdk-cli"'));
    rmSync(path.replace('session-a', 'session-b'));
    for (const _ of [1, 2, 3]) rows.say('y');
    expect((await capture(environment))?.state).toBe('ok');
  });

  it('over interrupted turns, whose end no hook reports', async () => {
    const environment = await home();
    const path = join(environment.home, '.claude', 'projects', '-w', 'session-a.jsonl');
    const transcript = new ClaudeTranscript(path, 'session-a', '/w');
    for (const prompt of ['one', 'two', 'three', 'four']) {
      transcript.ask(prompt, prompt);
      transcript.interrupt();
    }
    expect((await capture(environment))?.state).toBe('ok');
  });

  it('where hooks run in single projects only', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    writeFileSync(recordPath(environment.dataDirectory), '{}');
    expect((await capture(environment))?.state).toBe('skipped');
  });

  it('while events wait to be stored', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    const { spool } = dataLayout(environment.dataDirectory);
    mkdirSync(spool, { recursive: true });
    writeFileSync(join(spool, '000000000000001-455c6e5e-d752-4e1e-9658-7009ed5e1531.json'), '{}');
    expect((await capture(environment))?.state).toBe('skipped');
  });

  it('where nothing is registered', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    writeFileSync(join(environment.home, '.claude', 'settings.json'), '{}');
    expect(await capture(environment)).toBeUndefined();
  });

  it('over a transcript that is no transcript', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 1);
    const path = join(environment.home, '.claude', 'projects', '-w', 'session-a.jsonl');
    appendFileSync(path, 'no json\n\0\0{"type":"user"');
    expect((await capture(environment))?.state).toBe('ok');
  });
});

describe('one session', () => {
  it('is told apart from one that nobody knows by its transcript', async () => {
    const environment = await home();
    conversation(environment, 'session-a', 3);
    const named = await check(environment, 'session', { session: 'session-a' });
    expect(named?.text).toContain('nothing is stored of session-a, though 3 finished turns stand');
    const unknown = await check(environment, 'session', { session: 'session-x' });
    expect(unknown).toMatchObject({ state: 'failed', text: 'nothing is stored of session-x' });
  });

  it('without a finished turn is no failure', async () => {
    const environment = await home();
    const path = join(environment.home, '.claude', 'projects', '-w', 'session-a.jsonl');
    new ClaudeTranscript(path, 'session-a', '/w').ask('hello', 'p1');
    const named = await check(environment, 'session', { session: 'session-a' });
    expect(named?.state).toBe('warning');
  });
});

describe('the last delivery', () => {
  const deliver = (environment: Environment, received: 'whole' | 'cut' | 'dropped') =>
    store(environment, (db) => {
      noted(db, 'a');
      const offer = { successor: 'a', predecessor: 'b', kind: 'memory', mark: 'tl-1' } as const;
      recordOffer(db, { ...offer, pages: 1, turns: 12, characters: 9312, at: 1 });
      settleOffer(db, 1, received, 2);
    });

  it.for([
    ['whole', 'ok'],
    ['cut', 'failed'],
    ['dropped', 'failed'],
  ] as const)('that came %s is %s', async ([received, state]) => {
    const environment = await home();
    await deliver(environment, received);
    const found = await check(environment, 'claude-delivery');
    expect(found?.state).toBe(state);
    expect(found?.text).toContain('12 turns, 9,312 characters');
  });

  it('is not looked for before there was one', async () => {
    const environment = await home();
    await storeTurns(environment, 'a', []);
    expect(await check(environment, 'claude-delivery')).toBeUndefined();
  });
});
