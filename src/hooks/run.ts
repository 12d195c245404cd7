import type { HostEvent, SessionEndEvent } from '../core/event.ts';
import { parsePromptWord } from '../core/prompt-word.ts';
import { type Host, isHost } from '../core/session.ts';
import {
  type HookAnswer,
  type HookCommand,
  type HookHost,
  SILENT_COMMAND,
} from '../hosts/hook-host.ts';
import { callerOf, hookHost } from '../hosts/hook-hosts.ts';
import { dataLayout } from '../platform/data-layout.ts';
import type { Environment } from '../platform/environment.ts';
import { countFailure, describeError } from '../platform/failures.ts';
import { maintenanceIsWanted } from '../platform/maintenance-mark.ts';
import { writeError, writeOutput } from '../platform/output.ts';
import { openMarks, writeEnd } from '../platform/session-marks.ts';
import { spoolEvent } from '../platform/spool.ts';
import { readStdin } from '../platform/stdin.ts';
import { isHandedOver, promptOfHandoff, successorTurn } from './handoff-gate.ts';
import type { HandoffWork } from './handoff-work.ts';
import type { HookCall, HookContext } from './hook-context.ts';
import { answerLate } from './offer-pages.ts';
import { oweReminder, sessionOffer } from './session-offer.ts';
import { sessionStart } from './session-start.ts';
import { unavailability } from './store-failure.ts';
import type { RunAnswerJob, RunStoreJob, StoreJob } from './store-job.ts';
import { toolStart } from './tool-start.ts';

/** Hosts that never close the pipe are common; one that pauses inside a payload is not. */
const SILENCE_MS = 500;
const NOTHING: HookAnswer = { kind: 'nothing' };
/** What a hook may load when its event needs it. */
export interface HookLoaders {
  readonly storeJob: () => Promise<RunStoreJob>;
  readonly answerJob: () => Promise<RunAnswerJob>;
  /** The answer to a command of ours that could not be obeyed; texts weigh as much as a hook. */
  readonly outOfReach: () => Promise<(environment: Environment, word: string) => HookAnswer>;
  readonly handoff: () => Promise<HandoffWork>;
  readonly startMaintenance: () => Promise<(context: HookContext) => void>;
}

/**
 * One hook call: stdin to event to answer to stdout. Whatever happens, the host goes on: an expected
 * absence is silent and 0; a failure of our own is one line on stderr, a log entry and the code that
 * the host stands.
 * @returns the exit code
 */
export async function runHook(
  command: HookCommand,
  { hostName, page }: { readonly hostName: string | undefined; readonly page: number },
  environment: Environment,
  loaders: HookLoaders,
): Promise<0 | 1 | 2> {
  const context = { environment, layout: dataLayout(environment.dataDirectory), page };
  const registered: Host = isHost(hostName) ? hostName : 'claude';
  const host = await hookHost(registered);
  try {
    if (isUnheard(command, host)) return 0;
    const event = await readEvent(context, command, registered, host);
    if (event === null) return 0;
    if (event === 'unknown') return command === 'pre-compact' ? host.failureExit : 0;
    const exitCode = await answerEvent(context, event, host, loaders);
    if (isQuick(event, host)) return exitCode;
    /* Asked for by this hook, or by an earlier one whose maintenance has died. */
    if (maintenanceIsWanted(context.layout)) {
      (await loaders.startMaintenance())(context);
    }
    return exitCode;
  } catch (error) {
    countFailure(
      context.layout,
      'hook_failed',
      { command, ...describeError(error) },
      environment.now(),
    );
    writeError(`throughline-bin ${command}: ${messageOf(error)}\n`);
    return host.failureExit;
  }
}

const messageOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join('');

async function readEvent(
  { environment, layout }: HookContext,
  command: HookCommand,
  registered: Host,
  host: HookHost,
): Promise<HostEvent | 'unknown' | null> {
  const at = environment.now();
  const about = { host: registered, command };
  const input = await readStdin(SILENCE_MS, SILENT_COMMAND);
  if (!input.ok) {
    countFailure(layout, `stdin_${input.error}`, about, at);
    return null;
  }
  const { variables, home } = environment;
  /* Another host runs this host's entries as well. It has entries of its own, or was not asked for. */
  if (callerOf(input.value, variables, registered) !== registered) return null;
  const event = host.readEvent({ command, payload: input.value, variables, home, at });
  if (event.ok) return event.value;
  if (event.error === 'ignored') return null;
  countFailure(layout, 'payload_unknown', about, at);
  return event.error;
}

/** An event that this host can be answered nothing to. */
function isUnheard(command: HookCommand, { delivery, handsOver }: HookHost): boolean {
  if (command === 'pre-compact') return !handsOver;
  return command === 'pre-tool-use' && !handsOver && delivery !== command;
}

/** In front of every tool nothing else is looked at. */
const isQuick = ({ type }: HostEvent, { delivery }: HookHost): boolean =>
  type === 'pre-tool-use' && delivery !== type;

async function answerEvent(
  context: HookCall,
  event: HostEvent,
  host: HookHost,
  loaders: HookLoaders,
): Promise<0 | 2> {
  try {
    const answer = await handle(context, event, host, loaders);
    if (answer.kind === 'stop' && event.type === 'pre-compact') return stopCompaction(answer);
    writeOutput(host.renderReply(answer, event.type));
    return 0;
  } catch (error) {
    const code = unavailability(error);
    if (code === null) throw error;
    keepForLater(context, event);
    const about = { host: event.session.host, event: event.type, ...describeError(error) };
    countFailure(context.layout, code, about, event.at);
    writeOutput(host.renderReply(await withoutStore(context, event, host, loaders), event.type));
    return 0;
  }
}

/** The host knows no other way to be stopped here. */
function stopCompaction({ reason }: { readonly reason: string }): 2 {
  writeError(`${reason}\n`);
  return 2;
}

async function handle(
  context: HookCall,
  event: HostEvent,
  host: HookHost,
  loaders: HookLoaders,
): Promise<HookAnswer> {
  const answerJob: RunAnswerJob = async (...job) => (await loaders.answerJob())(...job);
  const store = async (job: StoreJob): Promise<HookAnswer> => {
    await (await loaders.storeJob())(context, job);
    return NOTHING;
  };
  if (context.page > 1 && event.type !== host.delivery) return NOTHING;
  const over = isHandedOver(context, event, host) ? await loaders.handoff() : null;
  switch (event.type) {
    case 'session-start':
      if (event.source === 'compact') over?.dropUnused(context, event);
      sessionStart(context, event);
      return sessionOffer(context, event, host, answerJob);
    case 'prompt-submit':
      return promptOfHandoff(context, event, host, answerJob, loaders.handoff);
    case 'pre-tool-use':
      return over?.stopTool(context, event) ?? toolStart(context, event, host, answerJob);
    case 'pre-compact':
      return (over ?? (await loaders.handoff())).answerCompaction(context, event);
    case 'process-turn':
      over?.dropUnused(context, event);
      await successorTurn(context, event, host, loaders.handoff);
      return event.agentId === null ? store({ type: 'store-turn', event }) : NOTHING;
    case 'session-end':
      return noteEnd(context, event) ? store({ type: 'close-session', event }) : NOTHING;
    default:
      return event satisfies never;
  }
}

/**
 * A session left by `/clear` ends in favour of the one that goes on from it.
 * @returns whether a turn of it is not stored yet
 */
function noteEnd({ layout }: HookContext, { session, reason, at }: SessionEndEvent): boolean {
  if (reason !== 'clear') writeEnd(layout, session, at);
  return openMarks(layout, session).length > 0;
}

/** A command of ours must not reach the model as a prompt because the memory is out of reach, and a reminder is made up for. */
async function withoutStore(
  call: HookCall,
  event: HostEvent,
  { word }: HookHost,
  loaders: HookLoaders,
): Promise<HookAnswer> {
  if (event.type !== 'prompt-submit' && event.type !== 'session-start') return NOTHING;
  if (event.type === 'session-start' && event.source === 'compact') {
    oweReminder(call, event, true);
    return NOTHING;
  }
  const isCommand = event.type === 'prompt-submit' && parsePromptWord(event.prompt) !== null;
  if (!isCommand) return answerLate(call, event);
  return (await loaders.outOfReach())(call.environment, word);
}

/** Only what stores something is kept: an offer is made again at the next prompt. */
function keepForLater({ layout }: HookContext, event: HostEvent): void {
  if (event.type === 'process-turn' || event.type === 'session-end') spoolEvent(layout, event);
}
