import { isAbsolute } from 'node:path';
import type { TranscriptSource } from '../core/reading.ts';
import { type Host, spell } from '../core/session.ts';
import { projectRoot } from '../platform/project.ts';
import type { SqliteReader } from '../platform/sqlite-reader.ts';
import type { SqlConnection } from '../store/connection.ts';
import { awaitedParents } from '../store/forks.ts';
import {
  type OriginalSession,
  type OriginalTurn,
  originalSessions,
  originalTurns,
} from '../store/original.ts';
import { type SessionState, sessionState } from '../store/taken-over.ts';
import {
  isStoredSession,
  type LinkToTakeOver,
  type Missing,
  missingOf,
  type TurnToTakeOver,
  takeOverLink,
  takeOverMissing,
  takeOverSession,
} from '../store/takeover.ts';
import type { KeyedMemory } from './memory-access.ts';
import { linkForks } from './parent-link.ts';
import { linksOf } from './takeover-links.ts';
import { slicesOf } from './takeover-slices.ts';
import { originalRef, turnToTakeOver } from './takeover-turn.ts';

export interface TakeoverOptions {
  readonly home: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Only counts. */
  readonly dryRun: boolean;
  /** How a host's transcripts tell that a conversation is a fork. */
  readonly sourceOf: (host: Host) => Pick<TranscriptSource, 'forkPointOf'>;
  /** Called with the turns done so far and all there are. */
  readonly onProgress: (done: number, total: number) => void;
}

/** What came in (or would). */
export interface TakeoverReport {
  readonly sessions: number;
  readonly turns: number;
  readonly details: number;
  /** Turns whose line is the original's own summary. */
  readonly skeletons: number;
  /** Turns left out: they are here already, forgotten or switched off here, or of no possible session. */
  readonly skipped: number;
}

/**
 * Brings what an original's database holds into the memory, slice by slice; killed and repeated it
 * comes to the same, and only what is new comes in.
 */
export function takeOver(
  original: SqliteReader,
  version: number,
  target: KeyedMemory,
  options: TakeoverOptions,
): TakeoverReport {
  const run = new Takeover(originalSessions(original, version), target, options);
  const { count, turns } = originalTurns(original, version);
  let done = 0;
  for (const slice of slicesOf(turns)) {
    run.takeTurns(slice);
    done += slice.length;
    options.onProgress(done, count);
  }
  if (!options.dryRun) run.takeLinks();
  return run.report();
}

/** What a slice brings. */
interface Found {
  readonly missing: readonly Missing[];
  readonly newSessions: readonly string[];
}

class Takeover {
  readonly #sessions = new Map<string, OriginalSession>();
  readonly #target: KeyedMemory;
  readonly #options: TakeoverOptions;
  readonly #roots = new Map<string, string>();
  readonly #newestTurns = new Map<string, NonNullable<LinkToTakeOver['until']>>();
  /** Parents that are not stored, of forks that are. */
  readonly #awaited: ReadonlySet<string>;
  readonly #newSessions = new Set<string>();
  readonly #counts = { turns: 0, details: 0, skeletons: 0, skipped: 0 };

  constructor(sessions: readonly OriginalSession[], target: KeyedMemory, options: TakeoverOptions) {
    for (const session of sessions) {
      const id = spelled(session.id);
      if (id !== null) this.#sessions.set(id, session);
    }
    this.#target = target;
    this.#awaited = new Set(target.read(awaitedParents));
    this.#options = options;
  }

  takeTurns(slice: readonly OriginalTurn[]): void {
    const turns = slice.flatMap((turn) => {
      const session = spelled(turn.session);
      return session === null ? [] : [turnToTakeOver(turn, session, this.#target.hash)];
    });
    for (const turn of turns) this.#noteNewest(turn);
    const { missing, newSessions } = this.#find(turns);
    this.#counts.skipped += slice.length - turns.length;
    turns.forEach((turn, index) => {
      this.#count(turn, missing[index]);
    });
    for (const id of newSessions) this.#newSessions.add(id);
  }

  takeLinks(): void {
    const sessions = [...new Set([...this.#sessions.keys(), ...this.#newestTurns.keys()])];
    const links = linksOf(
      sessions.map((id) => ({
        id,
        mergedInto: spelled(this.#sessions.get(id)?.mergedInto ?? ''),
        newestTurn: this.#newestTurns.get(id) ?? null,
      })),
    );
    if (links.length === 0) return;
    this.#target.write((db) => {
      for (const link of links) {
        const since = link.until?.startedAt ?? 0;
        this.#takeSession(db, link.successor, since);
        this.#takeSession(db, link.predecessor, since);
        takeOverLink(db, link, this.#options.now);
      }
    });
  }

  report(): TakeoverReport {
    return { sessions: this.#newSessions.size, ...this.#counts };
  }

  #find(turns: readonly TurnToTakeOver[]): Found {
    if (!this.#options.dryRun) return this.#target.write((db) => this.#store(db, turns));
    const found = this.#target.read((db) => missingTurns(db, turns));
    return found ?? nothingStored(turns);
  }

  #store(db: SqlConnection, turns: readonly TurnToTakeOver[]): Found {
    const newSessions: string[] = [];
    const taken = new Set<string>();
    const stateOf = statesIn(db);
    const missing = turns.map((turn) => {
      const found = missingOf(db, turn, stateOf(turn.session));
      if (found.kind === 'turn' && !taken.has(turn.session)) {
        taken.add(turn.session);
        if (this.#takeSession(db, turn.session, turn.startedAt)) newSessions.push(turn.session);
      }
      takeOverMissing(db, turn, found);
      return found;
    });
    return { missing, newSessions };
  }

  /**
   * @param since when it began, where the original does not know
   * @returns whether it was not stored yet
   */
  #takeSession(db: SqlConnection, id: string, since: number): boolean {
    const ref = originalRef(id);
    if (ref === null) return false;
    const { sourceOf, now } = this.#options;
    const isNew = !isStoredSession(db, id);
    const session = this.#sessions.get(id);
    const directory = session?.projectPath ?? '';
    takeOverSession(db, {
      ref,
      projectRoot: this.#rootOf(directory),
      directory,
      createdAt: session?.createdAt ?? since,
      updatedAt: session?.updatedAt ?? since,
    });
    if (isNew && this.#awaited.has(id)) linkForks(db, { id }, sourceOf(ref.host), now);
    return isNew;
  }

  #rootOf(directory: string): string {
    const known = this.#roots.get(directory);
    if (known !== undefined) return known;
    const root = rootOf(directory, this.#options.home);
    this.#roots.set(directory, root);
    return root;
  }

  #noteNewest({ session, startedAt, number }: TurnToTakeOver): void {
    const known = this.#newestTurns.get(session);
    if (known !== undefined && known.startedAt > startedAt) return;
    this.#newestTurns.set(session, { startedAt, number });
  }

  #count(turn: TurnToTakeOver, missing: Missing | undefined): void {
    if (missing === undefined || missing.kind === 'nothing') {
      this.#counts.skipped += 1;
      return;
    }
    const whole = missing.kind === 'turn';
    this.#counts.turns += whole ? 1 : 0;
    this.#counts.details += (whole ? turn : missing).details.length;
    const summarised = whole ? turn.summarised : missing.skeleton;
    this.#counts.skeletons += summarised ? 1 : 0;
  }
}

/** An id of the original as we spell it; null when it is none. */
function spelled(id: string): string | null {
  const ref = originalRef(id);
  return ref === null ? null : spell(ref);
}

/** The states of sessions as they are before the slice. */
function statesIn(db: SqlConnection): (session: string) => SessionState {
  const states = new Map<string, SessionState>();
  return (session) => {
    const state = states.get(session) ?? sessionState(db, session);
    states.set(session, state);
    return state;
  };
}

function missingTurns(db: SqlConnection, turns: readonly TurnToTakeOver[]): Found {
  const stateOf = statesIn(db);
  const missing = turns.map((turn) => missingOf(db, turn, stateOf(turn.session)));
  const sessions = turns.filter((_, index) => missing[index]?.kind === 'turn');
  const newSessions = sessions.map(({ session }) => session);
  return { missing, newSessions: newSessions.filter((id) => !isStoredSession(db, id)) };
}

const nothingStored = (turns: readonly TurnToTakeOver[]): Found => ({
  missing: turns.map(() => ({ kind: 'turn' })),
  newSessions: turns.map(({ session }) => session),
});

/** Projects of the past are often gone, and any text may stand where the original has a path. */
function rootOf(directory: string, home: string): string {
  if (!isAbsolute(directory)) return directory;
  try {
    return projectRoot(directory, home);
  } catch {
    return directory; /* EACCES, ENAMETOOLONG or no path at all: it stands for itself */
  }
}
