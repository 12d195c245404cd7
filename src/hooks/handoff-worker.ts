import { type HandoffRecord, handoffMark, type SuccessorSettings } from '../core/auto-handoff.ts';
import { handoffTitle } from '../core/handoff-title.ts';
import type { InFlight } from '../core/in-flight.ts';
import { type Language, languageOf } from '../core/language.ts';
import { type ClaudeInFlight, readInFlight } from '../hosts/claude/in-flight.ts';
import { holdsToolUse } from '../hosts/claude/tool-use.ts';
import { claimLaunch, releaseHandoff, releaseLaunch } from '../platform/handoff-claim.ts';
import {
  findHandoff,
  keptPrompts,
  readHandoff,
  readReceipt,
  removeReceipt,
  writeHandoff,
} from '../platform/handoff-records.ts';
import { accepted, failed } from '../platform/handoff-state.ts';
import { pause } from '../platform/pause.ts';
import { ownIdentity } from '../platform/process-identity.ts';
import { storeStoppedTurn } from './handoff-capture.ts';
import { handoffText } from './handoff-launch.ts';
import { launchSuccessor } from './handoff-successor.ts';
import type { HookContext } from './hook-context.ts';

/**
 * The rows of a response are written when all of it has come, and the hook of its first tool is asked
 * long before where a long file follows. Whatever comes later is told as if it had never been said.
 */
const FLUSH_MS = 60_000;
/** From the launch to the successor's first prompt. */
const RECEIPT_MS = 60_000;
const LOOK_MS = 200;

/**
 * Launches the successor of a stopped conversation, in a process of its own: writes down what it was
 * doing, stores the turn, starts the host's background conversation, and waits for its word. Never
 * launches where a successor may exist already.
 */
export async function runHandoffWorker(context: HookContext, source: string): Promise<void> {
  const { layout, environment } = context;
  const current = (): HandoffRecord | null => readHandoff(layout, source);
  if (current()?.state !== 'stopped') return;
  if (!claimLaunch(layout, source, environment.now(), current)) return;
  const stopped = current();
  if (stopped?.state !== 'stopped') return;
  const note = (record: HandoffRecord): HandoffRecord => {
    const noted = { ...record, updatedAt: environment.now() };
    writeHandoff(layout, noted);
    return noted;
  };
  const working = note({ ...stopped, worker: ownIdentity() });
  removeReceipt(layout, source);
  const seen = lookAt(context, working);
  const turn = await storeStoppedTurn(context, working);
  if (!isStill(working, current())) return releaseLaunch(layout, source);
  /* What is forgotten from here on is not written again. */
  const noteOn = (before: HandoffRecord, changed: Partial<HandoffRecord>): HandoffRecord => {
    const isForgotten = before.inFlight !== null && (current()?.inFlight ?? null) === null;
    return note({ ...before, ...changed, ...(isForgotten ? { inFlight: null } : {}) });
  };
  const launching = note({
    ...working,
    state: 'launching',
    turn,
    inFlight: seen?.inFlight ?? null,
    settings: known(working.settings, seen?.settings),
  });
  /* Nobody leaves a prompt for it any more. */
  const told = noteOn(launching, { inFlight: withPrompts(seen, keptPrompts(layout, source)) });
  const launch = launchSuccessor(context, told, order(told, seen?.title ?? null));
  const { remoteControl } = launch;
  if (!launch.ok) {
    /* Its word is all that a successor can be known by then. */
    const heard = launch.killed ? awaited(context, told) : told;
    if (heard.state === 'sent') return void noteOn(told, { ...heard, remoteControl });
    noteOn(told, { ...failed(told, launch.error), remoteControl });
    releaseLaunch(layout, source);
    releaseHandoff(layout, source);
    return;
  }
  const successor = { shortId: launch.shortId, session: null };
  const launched = noteOn(told, { state: 'launched', successor, remoteControl });
  noteOn(launched, awaited(context, launched));
}

/** It was not taken away, nor given to another worker. */
const isStill = ({ id, worker }: HandoffRecord, now: HandoffRecord | null): boolean =>
  now?.id === id &&
  now.state === 'stopped' &&
  now.worker?.pid === worker?.pid &&
  now.worker?.startTime === worker?.startTime;

/** What the hook was told of, which is newer; then what the transcript tells. */
const known = (
  told: SuccessorSettings,
  seen: SuccessorSettings | undefined,
): SuccessorSettings => ({
  model: told.model ?? seen?.model ?? null,
  effort: told.effort ?? seen?.effort ?? null,
  permissionMode: told.permissionMode ?? seen?.permissionMode ?? null,
});

function lookAt({ layout }: HookContext, record: HandoffRecord): ClaudeInFlight | null {
  const { transcriptPath: path, directory, stopped } = record;
  if (path === null) return null;
  const toolUseId = stopped?.toolUseId ?? null;
  const deadline = performance.now() + FLUSH_MS;
  while (toolUseId !== null && !holdsToolUse(path, toolUseId) && performance.now() < deadline)
    pause(LOOK_MS);
  return readInFlight(path, { toolUseId, directory, requestBefore: requestOf(layout) });
}

/** What a conversation was asked, with what was typed when it could not take it any more. */
const requestOf =
  (layout: HookContext['layout']) =>
  (id: string): InFlight['request'] => {
    const before = findHandoff(layout, id)?.inFlight ?? null;
    if (before === null) return null;
    const texts = [...(before.request === null ? [] : [before.request.text]), ...before.prompts];
    return { text: texts.join('\n\n'), at: before.request?.at ?? null };
  };

function withPrompts(seen: ClaudeInFlight | null, prompts: readonly string[]): InFlight | null {
  if (seen !== null) return { ...seen.inFlight, prompts };
  return prompts.length === 0 ? null : { ...NOTHING_SEEN, prompts };
}

/** Only what was typed is known. */
const NOTHING_SEEN: Omit<InFlight, 'prompts'> = {
  request: null,
  lastWords: null,
  steps: [],
  earlier: null,
  stoppedTools: [],
  stoppedToolCount: 0,
};

/** What the successor is called and told, in the language of the conversation. */
function order(
  { id, directory, inFlight }: HandoffRecord,
  title: string | null,
): { readonly title: string; readonly prompt: string } {
  const texts = [inFlight?.request?.text, inFlight?.lastWords?.text, ...(inFlight?.prompts ?? [])];
  const language: Language = languageOf(texts.filter((text) => text !== undefined));
  const request = inFlight?.request?.text ?? inFlight?.prompts[0] ?? null;
  return {
    title: handoffTitle({ folder: directory, title, request, language }),
    prompt: `${handoffMark(id)}\n${handoffText(language).instruction}`,
  };
}

function awaited({ layout }: HookContext, record: HandoffRecord): HandoffRecord {
  const deadline = performance.now() + RECEIPT_MS;
  for (;;) {
    const receipt = readReceipt(layout, record.source);
    if (receipt?.id === record.id) {
      return accepted(record, receipt.successor, receipt.at);
    }
    if (performance.now() >= deadline) break;
    pause(LOOK_MS);
  }
  return { ...record, state: 'unknown', error: 'handoff_delivery_unconfirmed' };
}
