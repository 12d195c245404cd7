import type { SqlConnection } from './connection.ts';

/** One injection for a host, recorded before it is printed. It is delivered when the first turn after it is stored. */
export interface Offer {
  readonly successor: string;
  readonly predecessor: string;
  readonly mark: string;
  readonly turns: number;
  readonly characters: number;
  readonly at: number;
}

export function recordOffer(db: SqlConnection, offer: Offer): void {
  db.run(
    `INSERT INTO deliveries (successor_id, predecessor_id, mark, turns, characters, offered_at)
     VALUES (?, ?, ?, ?, ?, ?)`,
    offer.successor,
    offer.predecessor,
    offer.mark,
    offer.turns,
    offer.characters,
    offer.at,
  );
}

/** Only the newest offer can have been the one the host used. */
export function confirmDelivery(db: SqlConnection, successor: string, at: number): void {
  db.run(
    `UPDATE deliveries SET delivered_at = ?1
     WHERE delivered_at IS NULL AND id = (SELECT max(id) FROM deliveries WHERE successor_id = ?2)`,
    at,
    successor,
  );
}
