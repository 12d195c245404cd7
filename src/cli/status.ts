import { existsSync, statSync } from 'node:fs';
import process from 'node:process';
import { HOSTS, type Host } from '../core/session.ts';
import { type Beginnings, beginningsOf, readConfig } from '../platform/config.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { readFailures } from '../platform/failures.ts';
import { type IntegrityCheck, lastCheck } from '../platform/integrity-record.ts';
import { ownCommand } from '../platform/own-command.ts';
import { lockOwner } from '../platform/owner-lock.ts';
import { projectRoot } from '../platform/project.ts';
import { readRecovery } from '../platform/recovery-record.ts';
import { countSpooled } from '../platform/spool.ts';
import { SQLITE_VERSION } from '../store/sqljs/self-check.ts';
import { type HostTotals, hostTotals, type Totals, totals } from '../store/totals.ts';
import type { Command } from './command.ts';
import { lockPath } from './lock-path.ts';
import { refuseWords } from './options.ts';
import { readMemory } from './read-store.ts';
import { requireReadable } from './readable-directory.ts';
import { type AutoHandoffStatus, autoHandoffStatus } from './status-auto-handoff.ts';
import { type HostStatus, hostStatuses } from './status-hosts.ts';
import { noProject, type ProjectStatus, projectStatus } from './status-project.ts';
import { statusText } from './status-text.ts';
import { memoryRefusal, refusalText } from './unwritable.ts';
import { type Words, wordsIn } from './words.ts';

export const status: Command = {
  name: 'status',
  summary: 'Show what is registered, stored and waiting',
  options: [],
  async run(positional, _options, environment) {
    refuseWords(positional);
    requireReadable(environment.dataDirectory);
    const told = await statusIn(environment);
    const json = told(wordsIn('en'));
    const words = wordsIn(environment.locale);
    const shown = environment.locale === 'en' ? json : told(words);
    const command = ownCommand(environment);
    return { text: statusText(shown, { now: environment.now(), command, words }), json };
  },
};

/** `throughline.status.v1`; times ISO 8601 UTC, sizes bytes. Documented in `docs/json.md`. */
export interface StatusObject {
  readonly [field: string]: unknown;
  readonly schema: 'throughline.status.v1';
  readonly version: string;
  readonly binary: string;
  readonly runtime: { readonly node: string; readonly sqlite: string };
  readonly database: {
    readonly path: string;
    readonly exists: boolean;
    /** Why this user's hooks store nothing: what they may not write to. */
    readonly problem: string | null;
    readonly bytes: number;
    readonly schemaVersion: number | null;
    readonly integrity: IntegrityCheck;
    /** A damaged file was set aside; told as long as it is kept. `from`: the copy put back, if one was. */
    readonly recovered: {
      readonly at: string;
      readonly from: string | null;
      readonly kept: string;
    } | null;
    readonly sessions: number;
    readonly turns: number;
  };
  /** What a conversation is given after `/clear`, at a fresh start and after a compaction. */
  readonly beginnings: Beginnings;
  readonly autoHandoff: AutoHandoffStatus;
  /** `owner` is a process id; `liveness` alive, dead or unknown (another container or machine). */
  readonly lock: {
    readonly held: boolean;
    readonly owner: number | null;
    readonly liveness: string | null;
  };
  readonly project: ProjectStatus;
  readonly spool: { readonly events: number };
  readonly failures: Readonly<Record<string, { readonly count: number; readonly lastAt: string }>>;
  readonly hosts: Readonly<Record<Host, HostStatus>>;
}

interface Counted {
  readonly all: Totals;
  readonly hosts: readonly HostTotals[];
  readonly project: ProjectStatus;
}

/** The same facts in any words. */
async function statusIn(environment: Environment): Promise<(words: Words) => StatusObject> {
  const layout = dataLayout(environment.dataDirectory);
  const file = statSync(layout.database, { throwIfNoEntry: false });
  const counted = file === undefined ? undefined : await count(environment);
  return (words) => statusOf(environment, counted, words);
}

function statusOf(
  environment: Environment,
  counted: Counted | undefined,
  words: Words,
): StatusObject {
  const layout = dataLayout(environment.dataDirectory);
  const file = statSync(layout.database, { throwIfNoEntry: false });
  const path = lockPath(layout);
  const lock = path === null ? undefined : lockOwner(path);
  const refused = memoryRefusal(layout);
  return {
    schema: 'throughline.status.v1',
    version: environment.version,
    binary: environment.executable,
    runtime: { node: process.versions.node, sqlite: SQLITE_VERSION },
    database: {
      path: layout.database,
      exists: file !== undefined,
      problem: refused && words.facts.soNothingIsStored(refusalText(refused, words.facts)),
      bytes: file?.size ?? 0,
      schemaVersion: counted?.all.schemaVersion ?? null,
      integrity: lastCheck(layout),
      recovered: recoveryOf(layout),
      sessions: counted?.all.sessions ?? 0,
      turns: counted?.all.turns ?? 0,
    },
    beginnings: beginningsOf(readConfig(layout)),
    autoHandoff: autoHandoffStatus(environment, words),
    lock: {
      held: lock !== undefined,
      owner: lock?.owner.pid ?? null,
      liveness: lock?.liveness ?? null,
    },
    project: counted?.project ?? noProject(projectHere(environment)),
    spool: { events: countSpooled(layout) },
    failures: readFailures(layout),
    hosts: hostStatuses(environment, layout, counted?.hosts, words),
  };
}

function recoveryOf(layout: DataLayout): StatusObject['database']['recovered'] {
  const record = readRecovery(layout);
  if (record === null || !existsSync(record.kept)) return null;
  const { at, from, kept } = record;
  return { at, from, kept };
}

const count = (environment: Environment): Promise<Counted | undefined> =>
  readMemory(environment, (db) => ({
    all: totals(db),
    hosts: HOSTS.map((host) => hostTotals(db, host)),
    project: projectStatus(db, projectHere(environment)),
  }));

/** It is the answer for whoever wonders why nothing is stored, so it needs no directory. */
const projectHere = ({ cwd, cwdIsGone, home }: Environment): string =>
  cwdIsGone === true ? '' : projectRoot(cwd, home);
