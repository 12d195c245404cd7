import type { OfferEvent } from '../core/event.ts';
import { spell } from '../core/session.ts';
import type { DataLayout } from '../platform/data-layout.ts';
import { appendLog } from '../platform/log.ts';
import { type Decision, type PendingHandoff, writeDecision } from '../platform/session-marks.ts';

/** What a session's first prompt came to: for later prompts, and for whoever looks for the reason. */
export function noteDecision(
  layout: DataLayout,
  event: OfferEvent,
  { root, directory, bornAt, handoff }: PendingHandoff,
  outcome: Pick<Decision, 'what'> & Readonly<Record<string, unknown>>,
): void {
  const { session, at, type } = event;
  writeDecision(layout, session, { what: outcome.what, at, root, directory });
  const about = { phase: type, session: spell(session), born_at: bornAt, handoff };
  appendLog(layout, 'decisions', { ...about, ...outcome }, at);
}
