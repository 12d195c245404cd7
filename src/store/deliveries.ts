import type { DeliveryKind, GivenText, Received } from '../core/delivery.ts';
import type { Host } from '../core/session.ts';
import type { SqlConnection, SqlRow } from './connection.ts';
import { integer, text, textOrNull } from './row.ts';

/** One injection for a host, recorded before it is printed. It is delivered when the first turn after it is stored. */
export interface Offer extends GivenText {
  readonly successor: string;
  /** The reader itself for a reminder. */
  readonly predecessor: string;
  readonly kind: DeliveryKind;
  readonly turns: number;
}

export function recordOffer(db: SqlConnection, offer: Offer): void {
  db.run(
    `INSERT INTO deliveries (successor_id, predecessor_id, kind, mark, pages, turns, characters, offered_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    offer.successor,
    offer.predecessor,
    offer.kind,
    offer.mark,
    offer.pages,
    offer.turns,
    offer.characters,
    offer.at,
  );
}

export type OpenOffer = GivenText & { readonly id: number };

/**
 * The offer of which it is not known yet what became of it: only the newest one can be what the host
 * used.
 */
export function openOffer(db: SqlConnection, successor: string): OpenOffer | null {
  const row = db.get(
    `SELECT id, mark, pages, characters, offered_at FROM deliveries
     WHERE id = (SELECT max(id) FROM deliveries WHERE successor_id = ?)
       AND delivered_at IS NULL AND received IS NULL`,
    successor,
  );
  if (row === undefined) return null;
  return {
    id: integer(row, 'id'),
    mark: text(row, 'mark'),
    pages: integer(row, 'pages'),
    characters: integer(row, 'characters'),
    at: integer(row, 'offered_at'),
  };
}

/**
 * What became of an offer. One that the host dropped was not delivered.
 * @param received null where the host's record does not tell
 */
export const settleOffer = (
  db: SqlConnection,
  id: number,
  received: Received | null,
  at: number,
): void =>
  db.run(
    'UPDATE deliveries SET delivered_at = ?, received = ? WHERE id = ?',
    received === 'dropped' ? null : at,
    received,
    id,
  );

export const countDropped = (db: SqlConnection, successor: string): number =>
  integer(
    db.get(
      "SELECT count(*) AS n FROM deliveries WHERE successor_id = ? AND received = 'dropped'",
      successor,
    ) ?? {},
    'n',
  );

/** What a host was given last, as far as it is known what became of it. */
export interface LastDelivery {
  /** Epoch milliseconds: of the first turn after it; of the offer, when the host dropped it. */
  readonly at: number;
  readonly kind: DeliveryKind;
  readonly pages: number;
  readonly turns: number;
  readonly characters: number;
  readonly received: Received | null;
}

/** Goes back from the newest offer to the first of that host. */
export function lastDelivery(db: SqlConnection, host: Host): LastDelivery | null {
  const row = db.get(
    `SELECT coalesce(d.delivered_at, d.offered_at) AS at, d.kind, d.pages, d.turns, d.characters, d.received
     FROM deliveries d CROSS JOIN sessions s ON s.id = d.successor_id
     WHERE s.host = ? AND (d.delivered_at IS NOT NULL OR d.received IS NOT NULL)
     ORDER BY d.id DESC LIMIT 1`,
    host,
  );
  return row === undefined ? null : deliveryOf(row);
}

const deliveryOf = (row: SqlRow): LastDelivery => ({
  at: integer(row, 'at'),
  kind: text(row, 'kind') as DeliveryKind,
  pages: integer(row, 'pages'),
  turns: integer(row, 'turns'),
  characters: integer(row, 'characters'),
  received: textOrNull(row, 'received') as Received | null,
});
