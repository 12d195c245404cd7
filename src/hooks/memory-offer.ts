import type { PromptEvent, ToolStartEvent } from '../core/event.ts';
import type { HookAnswer, HookHost } from '../hosts/hook-host.ts';
import {
  type PendingHandoff,
  readPending,
  removePending,
  writePending,
} from '../platform/session-marks.ts';
import { isGiven } from './offer-arrival.ts';
import { type GivenOffer, makeOffer } from './offer-choice.ts';
import { noteDecision } from './offer-decision.ts';
import { frameOf } from './reader-frame.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/**
 * The first prompt (or tool call) of a session that something is pending for, and each further one
 * until the offer has arrived: gives it that.
 */
export function giveMemory(
  access: StoreAccess,
  host: HookHost,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null) {
    noteOutcome(access, event, pending, null, '');
    return { kind: 'nothing' };
  }
  const offer = withDatabase(access, (db) => {
    drainSpool(access, db);
    const now = readPending(access.layout, event.session);
    if (event.type === 'pre-tool-use' && (now === null || isGiven(event, now))) return null;
    /* One transaction, because each waits four times for the disk. */
    const made = db.transaction(() => makeOffer(access, db, event, pending, frame));
    /* While the database is ours, so that the hook of a parallel tool sees it. */
    noteOutcome(access, event, pending, made, frame.mark);
    return made;
  });
  if (offer === null) return { kind: 'nothing' };
  return { kind: 'inject', text: offer.text, notice: offer.notice };
}

function noteOutcome(
  { layout }: StoreAccess,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  offer: GivenOffer | null,
  mark: string,
): void {
  const { session } = event;
  if (offer === null) removePending(layout, session);
  else writePending(layout, session, { ...pending, offer: { mark, promptId: event.promptId } });
  noteDecision(layout, event, pending, {
    what: offer?.kind ?? 'nothing',
    predecessor: offer?.predecessor ?? pending.predecessor,
    why: offer?.why ?? null,
    remembered_turns: offer?.kind === 'memory' ? offer.turns : 0,
    injected_turns: offer?.included ?? 0,
    characters: offer?.text.length ?? 0,
  });
}
