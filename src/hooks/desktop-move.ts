import type { DesktopError, DesktopMove, HandoffRecord } from '../core/auto-handoff.ts';
import { decideMove } from '../core/desktop-opening.ts';
import { backgroundAgent, LIST_AGENTS } from '../hosts/claude/background-agent.ts';
import { desktopOpener, stopArguments } from '../hosts/claude/desktop-opener.ts';
import { successorEnvironment } from '../hosts/claude/successor.ts';
import { transcriptEnd } from '../hosts/claude/turn-end.ts';
import { hasHandoff, readHandoff, writeHandoff } from '../platform/handoff-records.ts';
import { appendLog } from '../platform/log.ts';
import { pause } from '../platform/pause.ts';
import { type ProgramOutcome, runProgram } from '../platform/run-program.ts';
import { findProgram } from '../platform/terminal-launch.ts';
import { runClaude } from './claude-program.ts';
import type { HookContext } from './hook-context.ts';

const ASK_MS = 30_000;
const OPEN_MS = 60_000;
/** UTF-16 units of what a program says when it refuses. */
const LONGEST_COMPLAINT = 500;

/** Milliseconds between two looks, and until nothing is waited for any more. */
export interface MovePace {
  readonly lookEvery: number;
  readonly giveUpAfter: number;
}

/** Each look starts the host's program. */
const PACE: MovePace = { lookEvery: 3000, giveUpAfter: 120_000 };

/**
 * Moves a successor into the desktop application, in a process of its own, once it is in the middle
 * of nothing: ends it in the background and opens it there. Where that does not come, the end of its
 * next turn tries again.
 * @param transcript the successor's; empty where it is not known
 */
export function moveToDesktop(
  context: HookContext,
  source: string,
  transcript: string,
  pace: MovePace = PACE,
): void {
  const { layout, environment } = context;
  const begun = readHandoff(layout, source);
  if (begun?.desktop.state !== 'requested') return;
  const end = moveOf(context, begun, transcript, pace);
  const now = readHandoff(layout, source);
  if (now === null || !isSameRequest(now, begun)) return;
  const updatedAt = environment.now();
  const openedAt = end.state === 'opened' ? updatedAt : null;
  writeHandoff(layout, { ...now, updatedAt, desktop: { ...now.desktop, ...end, openedAt } });
}

/** A machine that slept may have asked somebody else meanwhile. */
const isSameRequest = (now: HandoffRecord | null, begun: HandoffRecord): boolean =>
  now?.desktop.state === 'requested' && now.updatedAt === begun.updatedAt;

type End = Pick<DesktopMove, 'state' | 'error'>;

const failed = (error: DesktopError): End => ({ state: 'failed', error });

function moveOf(
  context: HookContext,
  begun: HandoffRecord,
  transcript: string,
  pace: MovePace,
): End {
  const { environment } = context;
  const { shortId = null, session = null } = begun.successor ?? {};
  if (shortId === null || session === null || !session.startsWith(shortId))
    return failed('desktop_open_successor_unknown');
  const opener = desktopOpener(environment.platform);
  if (typeof opener === 'string') return failed(opener);
  /* Before anything is ended that could then be opened nowhere. */
  const program = findProgram([], opener.program, environment);
  if (program === null) return failed('desktop_open_failed');
  const what = awaitIdle(context, begun, { session, transcript }, pace);
  if (what !== 'move') return { state: what === 'superseded' ? 'superseded' : null, error: null };

  const { directory: cwd, source } = begun;
  const stopped = runClaude(context, stopArguments(shortId), { cwd, timeout: ASK_MS });
  if (stopped?.status !== 0) {
    complain(context, source, 'desktop-stop', stopped);
    return failed('desktop_open_stop_failed');
  }
  const variables = successorEnvironment(environment.variables);
  const opened = runProgram(program, opener.args(session), { cwd, variables, timeout: OPEN_MS });
  if (opener.hasOpened(opened, session)) return { state: 'opened', error: null };
  complain(context, source, 'desktop-open', opened);
  return failed('desktop_open_failed');
}

function awaitIdle(
  context: HookContext,
  begun: HandoffRecord,
  { session, transcript }: { readonly session: string; readonly transcript: string },
  pace: MovePace,
): 'move' | 'superseded' | 'late' | 'withdrawn' {
  const { layout } = context;
  const { directory: cwd, source } = begun;
  const deadline = performance.now() + pace.giveUpAfter;
  let settled: number | null = null;
  for (;;) {
    if (!isSameRequest(readHandoff(layout, source), begun)) return 'withdrawn';
    const handedOver = hasHandoff(layout, session);
    const listed = handedOver ? null : runClaude(context, LIST_AGENTS, { cwd, timeout: ASK_MS });
    const agent = listed?.status === 0 ? backgroundAgent(listed.stdout, session) : null;
    const end = () => transcriptEnd(transcript);
    const decision = decideMove({ handedOver, agent, transcriptEnd: end }, settled);
    if (decision.what !== 'wait') return decision.what;
    settled = decision.settled;
    if (performance.now() + pace.lookEvery > deadline) return 'late';
    pause(pace.lookEvery);
  }
}

function complain(
  { layout, environment }: HookContext,
  source: string,
  phase: string,
  outcome: ProgramOutcome | null,
): void {
  const { status = null, problem = '', stdout = '', stderr = '' } = outcome ?? {};
  const complaint = [problem, stdout, stderr].join('\n').trim().slice(0, LONGEST_COMPLAINT);
  appendLog(layout, 'auto-handoff', { phase, source, status, complaint }, environment.now());
}
