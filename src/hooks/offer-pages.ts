import type { OfferEvent } from '../core/event.ts';
import type { HookAnswer } from '../hosts/hook-host.ts';
import { leavePages, type OfferPage, takePage } from '../platform/page-files.ts';
import { pause } from '../platform/pause.ts';
import type { HookCall, HookContext } from './hook-context.ts';

/*
 * Where a host has several entries for the event that carries a memory, each call gives one block of
 * it. Whichever runs first makes the offer and leaves the other blocks for the others.
 */

/** Leaves the blocks of an offer that are not this call's own; its own is returned, if there is one. */
export function sharePages(
  { layout }: HookContext,
  { session, promptId }: OfferEvent,
  page: number,
  { texts, notice }: { readonly texts: readonly string[]; readonly notice: string | null },
): OfferPage | null {
  const pages = new Map(
    texts.map((text, index) => [index + 1, { text, notice: index === 0 ? notice : null }]),
  );
  const own = pages.get(page) ?? null;
  pages.delete(page);
  leavePages(layout, session, promptId, pages);
  return own;
}

/** The block that another call has left for this one. */
export const pageLeft = (
  { layout }: HookContext,
  { session, promptId }: OfferEvent,
  page: number,
): OfferPage | null => takePage(layout, session, page, promptId);

export const pageAnswer = (page: OfferPage | null): HookAnswer =>
  page === null ? { kind: 'nothing' } : { kind: 'inject', ...page };

/** Longer than an offer takes; the hosts wait for ten seconds. */
const PATIENCE_MS = 1000;
const LOOK_MS = 50;

/** The database was busy, perhaps with the very offer of which this call gives a further block. */
export function answerLate(call: HookCall, event: OfferEvent): HookAnswer {
  const deadline = performance.now() + (call.page === 1 ? 0 : PATIENCE_MS);
  for (;;) {
    const left = answerLeft(call, event);
    if (left !== null || performance.now() >= deadline) return left ?? pageAnswer(null);
    pause(LOOK_MS);
  }
}

/** Without the database. */
export const answerLeft = (call: HookCall, event: OfferEvent): HookAnswer | null => {
  const left = pageLeft(call, event, call.page);
  return left && pageAnswer(left);
};
