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
import { pageAnswer, pageLeft, sharePages } from './offer-pages.ts';
import { frameOf } from './reader-frame.ts';
import { drainSpool } from './spool-drain.ts';
import { type StoreAccess, withDatabase } from './store-access.ts';

/**
 * The first prompt (or tool call) of a session that something is pending for, and each further one
 * until the offer has arrived: gives it that, or this entry's block of it.
 */
export function giveMemory(
  access: StoreAccess,
  host: HookHost,
  event: PromptEvent | ToolStartEvent,
  pending: PendingHandoff,
  page: number,
): HookAnswer {
  const frame = frameOf(access, host, event);
  if (frame === null) {
    noteOutcome(access, event, pending, null, '');
    return { kind: 'nothing' };
  }
  const given = withDatabase(access, (db) => {
    /* Whoever had the database before may have answered for this call. */
    const left = pageLeft(access, event, page);
    const now = readPending(access.layout, event.session);
    if (left !== null || now === null || isGiven(event, now)) return left;
    drainSpool(access, db);
    /* One transaction, because each waits four times for the disk. */
    const made = db.transaction(() => makeOffer(access, db, event, pending, frame));
    /* While the database is ours, so that parallel calls see it. */
    const own = made && sharePages(access, event, page, made);
    noteOutcome(access, event, pending, made, frame.mark);
    return own;
  });
  return pageAnswer(given);
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
  else
    writePending(layout, session, {
      ...pending,
      offer: { mark, promptId: event.promptId, at: event.at },
    });
  noteDecision(layout, event, pending, {
    what: offer?.kind ?? 'nothing',
    predecessor: offer?.predecessor ?? pending.predecessor,
    why: offer?.why ?? null,
    remembered_turns: offer?.kind === 'memory' ? offer.turns : 0,
    injected_turns: offer?.included ?? 0,
    pages: offer?.texts.length ?? 0,
    characters: offer?.texts.join('').length ?? 0,
  });
}
