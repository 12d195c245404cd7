import { existsSync, statSync } from 'node:fs';
import process from 'node:process';
import { HOSTS, type Host } from '../core/session.ts';
import { installEn } from '../core/text/install-en.ts';
import { eventsOf, type HookFormat } from '../hosts/hook-format.ts';
import type { HookTrust, RegistrationHost, RegistrationState } from '../hosts/registration-host.ts';
import { registrationHosts } from '../hosts/registration-hosts.ts';
import { type Beginnings, beginningsOf, readConfig } from '../platform/config.ts';
import { type DataLayout, dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { lastFailureOf, readFailures } from '../platform/failures.ts';
import { type IntegrityCheck, lastCheck } from '../platform/integrity-record.ts';
import { lockOwner } from '../platform/owner-lock.ts';
import { projectRoot } from '../platform/project.ts';
import { readRecovery } from '../platform/recovery-record.ts';
import { countSpooled } from '../platform/spool.ts';
import { SQLITE_VERSION } from '../store/sqljs/self-check.ts';
import { type HostTotals, hostTotals, type Totals, totals } from '../store/totals.ts';
import type { Command } from './command.ts';
import { isoTime } from './iso-time.ts';
import { lockPath } from './lock-path.ts';
import { refuseWords } from './options.ts';
import { readMemory } from './read-store.ts';
import { isHere } from './registration-options.ts';
import { noProject, type ProjectStatus, projectStatus } from './status-project.ts';
import { statusText } from './status-text.ts';
import { reviewText, trustText } from './trust-text.ts';

export const status: Command = {
  name: 'status',
  summary: 'Show what is registered, stored and waiting',
  options: [],
  async run(positional, _options, environment) {
    refuseWords(positional);
    const json = await statusOf(environment);
    return { text: statusText(json, environment.now()), json };
  },
};

export interface HostStatus {
  /** The host is there: its directory exists. */
  readonly found: boolean;
  /** Every hook that is needed is in its settings. */
  readonly registered: boolean;
  /** The events that have a hook of ours. */
  readonly events: readonly string[];
  /** In how many blocks a memory may come (`install --pages`); 0 where nothing is registered. */
  readonly pages: number;
  /** Whether the host will run the hooks; null where nothing is registered. */
  readonly trusted: boolean | null;
  /** Hook by hook, where the host asks its user before it runs one; else empty. */
  readonly hooks: readonly HookTrust[];
  /** The Node product of the same name is registered too: ours then only captures. */
  readonly captureOnly: boolean;
  /** Settings files that the host will not read, or that we cannot. */
  readonly problems: readonly string[];
  readonly sessions: number;
  readonly turns: number;
  readonly lastCaptureAt: string | null;
  readonly lastDeliveryAt: string | null;
  readonly lastFailure: { readonly code: string; readonly at: string } | null;
}

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
    readonly details: number;
  };
  /** What a conversation is given after `/clear`, at a fresh start and after a compaction. */
  readonly beginnings: Beginnings;
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

const NO_TURNS: HostTotals = { sessions: 0, turns: 0, lastCaptureAt: null, lastDeliveryAt: null };

async function statusOf(environment: Environment): Promise<StatusObject> {
  const layout = dataLayout(environment.dataDirectory);
  const file = statSync(layout.database, { throwIfNoEntry: false });
  const counted = file === undefined ? undefined : await count(environment);
  const path = lockPath(layout);
  const lock = path === null ? undefined : lockOwner(path);
  return {
    schema: 'throughline.status.v1',
    version: environment.version,
    binary: environment.executable,
    runtime: { node: process.versions.node, sqlite: SQLITE_VERSION },
    database: {
      path: layout.database,
      exists: file !== undefined,
      bytes: file?.size ?? 0,
      schemaVersion: counted?.all.schemaVersion ?? null,
      integrity: lastCheck(layout),
      recovered: recoveryOf(layout),
      sessions: counted?.all.sessions ?? 0,
      turns: counted?.all.turns ?? 0,
      details: counted?.all.details ?? 0,
    },
    beginnings: beginningsOf(readConfig(layout)),
    lock: {
      held: lock !== undefined,
      owner: lock?.owner.pid ?? null,
      liveness: lock?.liveness ?? null,
    },
    project: counted?.project ?? noProject(projectHere(environment)),
    spool: { events: countSpooled(layout) },
    failures: readFailures(layout),
    hosts: hostStatuses(environment, layout, counted),
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

const projectHere = ({ cwd, home }: Environment): string => projectRoot(cwd, home);

function hostStatuses(
  environment: Environment,
  layout: DataLayout,
  counted: Counted | undefined,
): Readonly<Record<Host, HostStatus>> {
  const entries = HOSTS.map((host, index) => {
    const { lastCaptureAt, lastDeliveryAt, ...numbers } = counted?.hosts[index] ?? NO_TURNS;
    const status: HostStatus = {
      ...registration(host, environment),
      ...numbers,
      lastCaptureAt: isoTime(lastCaptureAt),
      lastDeliveryAt: isoTime(lastDeliveryAt),
      lastFailure: lastFailureOf(layout, host),
    };
    return [host, status] as const;
  });
  return Object.fromEntries(entries) as Record<Host, HostStatus>;
}

function registration(
  host: Host,
  environment: Environment,
): Omit<HostStatus, keyof HostTotals | 'lastFailure'> {
  const side = registrationHosts[host];
  const state = side.state(environment);
  const {
    registered,
    events,
    pages,
    disabled,
    stopped = false,
    original,
    ignored,
    trust = [],
  } = state;
  const runs = !disabled && !stopped && ignored.length === 0 && trust.every(isTrusted);
  return {
    found: isHere(side, environment),
    registered,
    events,
    pages,
    trusted: registered ? runs : null,
    hooks: trust,
    captureOnly: original,
    problems: registrationProblems(side, state, environment),
  };
}

/** Of a registration that somebody took a part out of. */
function missingEvents(
  { registered, events }: RegistrationState,
  format: HookFormat,
): readonly string[] {
  if (registered || events.length === 0) return [];
  const missing = eventsOf(format).filter((event) => !events.includes(event));
  return [
    `only ${events.join(', ')} are registered, ${missing.join(', ')} are missing: install adds them`,
  ];
}

const isTrusted = ({ trust }: HookTrust): boolean => trust === 'trusted';

function registrationProblems(
  { title, format }: RegistrationHost,
  state: RegistrationState,
  environment: Environment,
): readonly string[] {
  const { problem, ignored, disabled, disabledBy, dataDirectory, trust = [] } = state;
  const elsewhere = dataDirectory !== null && dataDirectory !== environment.dataDirectory;
  const waiting = disabled ? [] : trust.filter((hook) => !isTrusted(hook));
  return [
    ...(problem === null ? [] : [installEn.fileFault(problem)]),
    ...missingEvents(state, format),
    ...(disabledBy
      ? [`${disabledBy.setting} is set in ${disabledBy.file}: ${title} runs no hook`]
      : []),
    ...ignored.map(
      ({ path, fault }) =>
        `${title} ignores the whole of ${path}: ${installEn.fault(title, fault)}`,
    ),
    ...(waiting.length === 0
      ? []
      : [`${trustText(title, waiting)}: ${reviewText(title, waiting)}`]),
    ...(elsewhere ? [`its hooks keep their memory in ${dataDirectory}, not in the one shown`] : []),
  ];
}
