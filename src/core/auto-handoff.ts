import type { InFlight } from './in-flight.ts';
import type { ProcessIdentity } from './process-identity.ts';
import type { Host } from './session.ts';

/*
 * A successor takes over instead of the host's compaction. One record for each conversation that is
 * handed over, and never two successors from one.
 */

/** Whose conversations are handed over. */
export const HANDOFF_HOST = 'claude' satisfies Host;

/**
 * `requested`: a compaction was stopped. `stopped`: the conversation is, and a worker prepares the
 * launch. `launching`: from here on a successor may exist. `launched`: it does. `sent`: it has taken
 * over. `unknown`: it may have. `failed`: there is none, and the next tool or prompt tries again.
 * `withdrawn`: launches have failed too often; the host may compact.
 */
const HANDOFF_STATES = [
  'requested',
  'stopped',
  'launching',
  'launched',
  'sent',
  'unknown',
  'failed',
  'withdrawn',
] as const;
export type HandoffState = (typeof HANDOFF_STATES)[number];

export const isHandoffState = (value: unknown): value is HandoffState =>
  HANDOFF_STATES.some((state) => state === value);

/** What ended without a successor, or without knowing of one. */
export type HandoffError =
  | 'handoff_worker_start_failed'
  | 'handoff_worker_died'
  | 'handoff_claude_cli_unavailable'
  | 'handoff_successor_launch_failed'
  | 'handoff_delivery_unconfirmed';

/** What stopped the conversation: a tool was about to run, its context was full, or it was full and somebody typed. */
export type StoppedBy = 'tool' | 'limit' | 'prompt';

/** How the successor is to be launched, as the conversation was; null where that is not known. */
export interface SuccessorSettings {
  readonly model: string | null;
  readonly effort: string | null;
  readonly permissionMode: string | null;
}

/** A host's background conversation. */
interface Successor {
  /** What the host's commands take: the first eight digits of its id. */
  readonly shortId: string | null;
  /** The host's id of it; null until it has taken over. */
  readonly session: string | null;
}

/** `unavailable`: the host refused the option, so the successor was launched without it. */
type RemoteControlState = 'requested' | 'unavailable';

/** `superseded`: the successor was handed over itself before it could be moved. */
const DESKTOP_STATES = ['requested', 'opened', 'superseded', 'failed'] as const;
export type DesktopState = (typeof DESKTOP_STATES)[number];

export const isDesktopState = (value: unknown): value is DesktopState =>
  DESKTOP_STATES.some((state) => state === value);

/** Why a successor is not in the desktop application. */
export type DesktopError =
  | 'desktop_open_start_failed'
  | 'desktop_open_successor_unknown'
  | 'desktop_open_platform_unsupported'
  | 'desktop_open_stop_failed'
  | 'desktop_open_failed';

/** The successor's way into the host's desktop application. */
export interface DesktopMove {
  /** As it was when the handoff was requested. */
  readonly wanted: boolean;
  /** Null before its first turn has ended, and again where it was not idle for long enough. */
  readonly state: DesktopState | null;
  readonly error: DesktopError | null;
  readonly openedAt: number | null;
}

/** All times are epoch milliseconds. */
export interface HandoffRecord {
  /** A UUID. In the successor's first prompt it names this record. */
  readonly id: string;
  /** The host's id of the conversation that is handed over. */
  readonly source: string;
  /** Where the successor is launched; absolute. */
  readonly directory: string;
  readonly transcriptPath: string | null;
  readonly state: HandoffState;
  readonly error: HandoffError | null;
  readonly requestedAt: number;
  readonly updatedAt: number;
  /** Launches that have failed. */
  readonly failures: number;
  readonly stopped: {
    readonly by: StoppedBy;
    readonly at: number;
    /** The host's id of the tool call that was not run. */
    readonly toolUseId: string | null;
  } | null;
  readonly settings: SuccessorSettings;
  /** Who prepares the launch; null before it has begun, and where it could not be started. */
  readonly worker: ProcessIdentity | null;
  /** What the conversation was doing; null before the worker has looked, and where it could not. */
  readonly inFlight: InFlight | null;
  /** The number of the stored turn that was stopped; null where it could not be stored. */
  readonly turn: number | null;
  readonly successor: Successor | null;
  readonly acceptedAt: number | null;
  readonly remoteControl: { readonly wanted: boolean; readonly state: RemoteControlState | null };
  readonly desktop: DesktopMove;
}

/** The successor says that it has taken over. A file of its own, so that the worker's writes never collide with it. */
export interface HandoffReceipt {
  readonly id: string;
  /** The host's id of the successor. */
  readonly successor: string;
  readonly at: number;
}

/** So many launches fail before the host may compact. */
export const MOST_FAILURES = 2;

/** No successor can exist, and the next tool or prompt may launch one. */
export const isRetryable = ({ state }: Pick<HandoffRecord, 'state'>): boolean =>
  state === 'requested' || state === 'failed';

/** A conversation that begins with the record's id is its successor. */
export const isAcceptable = ({ state }: Pick<HandoffRecord, 'state'>): boolean =>
  state === 'launching' || state === 'launched' || state === 'sent' || state === 'unknown';

/** The conversation is the successor; of one that never said a word the beginning of its id alone is known. */
export function isSuccessor({ successor }: Pick<HandoffRecord, 'successor'>, id: string): boolean {
  if (successor === null) return false;
  const { session, shortId } = successor;
  return session === null ? shortId !== null && id.startsWith(shortId) : session === id;
}

/** The conversation goes on as if nothing had been handed over. */
export const isWithdrawn = ({ state }: Pick<HandoffRecord, 'state'>): boolean =>
  state === 'withdrawn';

/**
 * The conversation sits in a seat of Aiterm, which shows it to a person and must not lose it to the
 * background. The launch mark alone proves nothing: background conversations inherit it from the
 * process that the host keeps running.
 * @param session the hook's own session id
 */
export const isSeat = (
  variables: Readonly<Record<string, string | undefined>>,
  session: string | undefined,
): boolean =>
  Boolean(variables.AITERM_AGENT_LAUNCH_ID) &&
  session !== undefined &&
  session !== '' &&
  variables.AITERM_AGENT_VENDOR_SESSION_ID === session;

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';
/** With the mark of the Node product of the same name. Who only quotes one goes on from nothing. */
const MARK = new RegExp(`^\\s*Throughline(?: auto-handoff |自動継続 )(${UUID})`);

/** What the successor's first prompt begins with. */
export const handoffMark = (id: string): string => `Throughline auto-handoff ${id}`;

/** The handoff that a prompt (or title) goes on from, as it says in front; such holds no words of a person. */
export const handoffIn = (prompt: string): string | null => MARK.exec(prompt)?.[1] ?? null;
