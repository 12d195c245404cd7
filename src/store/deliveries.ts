import type { SqlConnection } from './connection.ts';

/** `memory`: whole turns. `index`: where a memory is to be found. `reminder`: after the host's own compaction. */
export type DeliveryKind = 'memory' | 'index' | 'reminder';

/** One injection for a host, recorded before it is printed. It is delivered when the first turn after it is stored. */
export interface Offer {
  readonly successor: string;
  /** The reader itself for a reminder. */
  readonly predecessor: string;
  readonly kind: DeliveryKind;
  readonly mark: string;
  /** Blocks that the host is given it in, all with the same mark. */
  readonly pages: number;
  readonly turns: number;
  /** UTF-16 units of all pages. */
  readonly characters: number;
  readonly at: number;
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

/** Only the newest offer can have been the one the host used. */
export function confirmDelivery(db: SqlConnection, successor: string, at: number): void {
  db.run(
    `UPDATE deliveries SET delivered_at = ?1
     WHERE delivered_at IS NULL AND id = (SELECT max(id) FROM deliveries WHERE successor_id = ?2)`,
    at,
    successor,
  );
}
