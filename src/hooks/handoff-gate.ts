import { existsSync } from 'node:fs';
import { handoffIn } from '../core/auto-handoff.ts';
import type { HostEvent, PromptEvent, TurnEndEvent } from '../core/event.ts';
import { desktopMode, hasDesktop } from '../hosts/claude/desktop-wish.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { hasHandoff } from '../platform/handoff-records.ts';
import type { HandoffWork } from './handoff-work.ts';
import type { HookCall } from './hook-context.ts';
import { promptSubmit } from './prompt-submit.ts';
import type { RunAnswerJob } from './store-job.ts';

/*
 * Whether a hook has anything to do with conversations that are handed over: asked in front of nearly
 * every event, so that what there is to do is loaded only then.
 */

type LoadHandoff = () => Promise<HandoffWork>;

/** Its conversation is being handed over, or was. */
export const isHandedOver = (
  { layout }: HookCall,
  { session, agentId }: HostEvent,
  { handsOver }: HookHost,
): boolean => handsOver && agentId === null && hasHandoff(layout, session.id);

/** Some conversation is, so a prompt of one that the host runs in the background may be of a successor. */
const anyIsHandedOver = ({ handoffs }: DataLayout): boolean => existsSync(handoffs);

/** A prompt, of a conversation that may have been handed over, or of one that goes on from such a one. */
export async function promptOfHandoff(
  call: HookCall,
  event: PromptEvent,
  host: HookHost,
  runAnswerJob: RunAnswerJob,
  load: LoadHandoff,
): Promise<HookAnswer> {
  const answer = (): Promise<HookAnswer> => promptSubmit(call, event, host, runAnswerJob);
  if (!host.handsOver || event.agentId !== null) return answer();
  if (hasHandoff(call.layout, event.session.id)) {
    const passedOn = call.page === 1 ? (await load()).passOnPrompt(call, event) : null;
    return passedOn ?? answer();
  }
  const isNamed = handoffIn(event.prompt) !== null;
  if (!isNamed && (event.attended || !anyIsHandedOver(call.layout))) return answer();
  const work = await load();
  const accepted = work.acceptHandoff(call, event);
  const given = await answer();
  work.confirmHandoff(call, event, accepted);
  return given;
}

/**
 * A turn has ended, maybe a successor's, and its user wants these in the desktop application. One that
 * failed may be tried again where it is.
 */
export async function successorTurn(
  { environment, layout }: HookCall,
  event: TurnEndEvent,
  { handsOver }: HookHost,
  load: LoadHandoff,
): Promise<void> {
  const { variables, platform } = environment;
  if (desktopMode(variables) === null || !hasDesktop(platform)) return;
  if (!handsOver || event.agentId !== null || event.failed || !anyIsHandedOver(layout)) return;
  (await load()).requestDesktop({ environment, layout }, event);
}
