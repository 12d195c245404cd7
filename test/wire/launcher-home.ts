import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFixture } from 'fs-fixture';
import { parseSession } from '../../src/core/session.ts';
import type { Environment } from '../../src/platform/environment.ts';
import type { SqlConnection } from '../../src/store/connection.ts';
import { noteSession } from '../../src/store/sessions.ts';
import { storeTurn, type TurnToStore } from '../../src/store/turn-writer.ts';
import { environmentIn } from '../registration/environment.ts';
import { aTurn, openMemory } from '../store/memory-fixture.ts';

const HOUR = 3_600_000;

export interface LauncherHome extends AsyncDisposable {
  readonly environment: Environment;
  /** The project. */
  readonly root: string;
  /** A session without turns. */
  session(id: string, hour?: number): Promise<void>;
  /** A turn that began so many hours after the epoch. */
  turn(session: string, request: string, answer: string, hour?: number): Promise<void>;
  /** Turns of one session, one an hour from the first on. */
  turns(
    session: string,
    count: number,
    make: (number: number) => Partial<TurnToStore>,
    from?: number,
  ): Promise<void>;
  change(work: (db: SqlConnection) => void): Promise<void>;
  bytes(): Buffer;
  /** Of the data directory, if there is one. */
  files(): readonly string[];
}

/** A home with a project, and no memory until something is stored. */
export async function aProject(): Promise<LauncherHome> {
  const fixture = await createFixture();
  const environment = environmentIn(fixture.path);
  const { dataDirectory, cwd: root } = environment;
  mkdirSync(join(root, '.git'), { recursive: true });
  let keys = 0;
  const change = async (work: (db: SqlConnection) => void): Promise<void> => {
    mkdirSync(dataDirectory, { recursive: true });
    using db = await openMemory(dataDirectory);
    work(db);
  };
  const note = (db: SqlConnection, id: string, hour: number): void => {
    const ref = parseSession(id);
    if (!ref.ok) throw new Error(`${id} is no session id`);
    const seen = { ref: ref.value, transcriptPath: null, projectRoot: root, cwd: root };
    noteSession(db, { ...seen, window: null, unattended: false, at: hour * HOUR });
  };
  const store = (db: SqlConnection, session: string, turn: Partial<TurnToStore>, hour: number) => {
    note(db, session, hour);
    keys += 1;
    const at = { number: keys, startedAt: hour * HOUR, endedAt: hour * HOUR + 1 };
    storeTurn(db, aTurn(session, `k${keys}`, { ...at, ...turn }));
  };
  return {
    environment,
    root,
    change,
    session: (id, hour = 1) => change((db) => note(db, id, hour)),
    turn: (session, request, answer, hour = 1) =>
      change((db) => store(db, session, { request, answer }, hour)),
    turns: (session, count, make, from = 1) =>
      change((db) => {
        for (let number = 1; number <= count; number += 1)
          store(db, session, make(number), from + number - 1);
      }),
    bytes: () => readFileSync(join(dataDirectory, 'memory.db')),
    files: () => readdirSync(environment.home).filter((name) => name === '.throughline'),
    [Symbol.asyncDispose]: () => fixture.rm(),
  };
}
