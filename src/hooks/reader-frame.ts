import type { OfferEvent } from '../core/event.ts';
import type { HookHost } from '../hosts/hook-host.ts';
import { originalIsRegistered } from '../hosts/original-product.ts';
import type { OfferFrame } from '../memory/offer.ts';
import { offerFrame } from '../memory/offer-frame.ts';
import { pagesFor } from '../platform/config.ts';
import type { StoreAccess } from './store-access.ts';

/** Null while the Node product of the same name gives its own memory there. */
export function frameOf(
  { environment, layout }: StoreAccess,
  host: HookHost,
  event: OfferEvent,
): OfferFrame | null {
  if (originalIsRegistered[event.session.host](environment)) return null;
  return offerFrame(host, environment, pagesFor(layout, event.session.host));
}
