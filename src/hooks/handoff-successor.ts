import type { HandoffError, HandoffRecord } from '../core/auto-handoff.ts';
import { printable } from '../core/printable.ts';
import { successorArguments, successorIn } from '../hosts/claude/successor.ts';
import { appendLog } from '../platform/log.ts';
import type { ProgramOutcome } from '../platform/run-program.ts';
import { runClaude } from './claude-program.ts';
import type { HookContext } from './hook-context.ts';

const LAUNCH_MS = 60_000;
/** UTF-16 units of what a host says when it refuses. */
const LONGEST_COMPLAINT = 200;
const ELLIPSIS = '…';

type RemoteControl = HandoffRecord['remoteControl'];

/** `error`: no successor exists, unless the host was killed: then one may. */
export type Launch = { readonly remoteControl: RemoteControl } & (
  | { readonly ok: true; readonly shortId: string }
  | { readonly ok: false; readonly error: HandoffError; readonly killed: boolean }
);

interface Order {
  readonly title: string;
  readonly prompt: string;
}

/** Starts a background conversation of Claude Code, a second time only where the first try made none. */
export function launchSuccessor(context: HookContext, record: HandoffRecord, order: Order): Launch {
  const { wanted } = record.remoteControl;
  const first = launchOnce(context, record, order, wanted);
  const isRefused = first.error === 'handoff_successor_launch_failed' && !first.killed;
  if (wanted && isRefused)
    return outcome(launchOnce(context, record, order, false), { wanted, state: 'unavailable' });
  return outcome(first, { wanted, state: wanted ? 'requested' : null });
}

interface Attempt {
  readonly shortId: string | null;
  readonly error: HandoffError | null;
  readonly killed: boolean;
}

const outcome = ({ shortId, error, killed }: Attempt, remoteControl: RemoteControl): Launch =>
  shortId === null
    ? { ok: false, error: error ?? 'handoff_successor_launch_failed', killed, remoteControl }
    : { ok: true, shortId, remoteControl };

function launchOnce(
  context: HookContext,
  { directory, settings, source }: HandoffRecord,
  order: Order,
  remoteControl: boolean,
): Attempt {
  const args = successorArguments({ ...order, settings, remoteControl });
  const outcome = runClaude(context, args, { cwd: directory, timeout: LAUNCH_MS });
  if (outcome === null)
    return { shortId: null, error: 'handoff_claude_cli_unavailable', killed: false };
  const { status, stdout, killed } = outcome;
  const shortId = successorIn(stdout);
  if (status === 0 && shortId !== null) return { shortId, error: null, killed };
  const about = { phase: 'launch', source, status, complaint: complaintOf(outcome, order) };
  appendLog(context.layout, 'auto-handoff', about, context.environment.now());
  /* Named before something else failed: it may be there, and there must be no second one. */
  return { shortId, error: shortId === null ? 'handoff_successor_launch_failed' : null, killed };
}

/**
 * A host repeats what it does not understand, and a title is what somebody has said; whatever else it
 * prints may be of the environment.
 */
function complaintOf(
  { problem, stderr, stdout }: ProgramOutcome,
  { title, prompt }: Order,
): string {
  const said = [problem, stderr, stdout].map((text) => printable(text).trim());
  const first = said.find((text) => text !== '') ?? '';
  const [line = ''] = first.replaceAll(prompt, ELLIPSIS).replaceAll(title, ELLIPSIS).split('\n');
  return line.slice(0, LONGEST_COMPLAINT);
}
