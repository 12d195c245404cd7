import { transcriptHosts } from '../hosts/transcript-hosts.ts';
import type { SqlConnection } from '../store/connection.ts';
import { countDropped, openOffer, settleOffer } from '../store/deliveries.ts';
import type { StoredSession } from '../store/sessions.ts';

/**
 * When the first turn after an offer is stored: it was delivered, unless the host's own record says that
 * the model did not get it.
 * @returns the mark of an offer to be made again: what a host drops once, it may not drop twice
 */
export function proveDelivery(
  db: SqlConnection,
  { id, ref, transcriptPath }: StoredSession,
  at: number,
): string | null {
  const offer = openOffer(db, id);
  if (offer === null) return null;
  const { receivedOf } = transcriptHosts[ref.host];
  const received = transcriptPath === null ? null : (receivedOf?.(transcriptPath, offer) ?? null);
  settleOffer(db, offer.id, received, at);
  return received === 'dropped' && countDropped(db, id) === 1 ? offer.mark : null;
}
