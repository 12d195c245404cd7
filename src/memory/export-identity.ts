import { contentCountOf, contentKey, takenOverKey } from '../core/turn-key.ts';
import type { TextHash } from '../platform/secret-key.ts';
import type { ExportedTombstone, ExportedTurn } from '../store/export.ts';
import type { TurnToStore } from '../store/turn-writer.ts';

/** Whether the keyed hashes of an export are this memory's, where it says; else each turn tells. */
export type SameKey = boolean | null;

/**
 * A turn of an export as this memory names it. Another memory's keyed hashes mean nothing here: they
 * are made anew from the texts. A key that was made of something that is not stored gives way to the
 * turn's place, as if taken over, so that its transcript is recognised when it is read.
 * @param keyed from how many characters of the request its key was made
 */
export function turnToImport(
  turn: ExportedTurn,
  keyed: number | null,
  { same, hash }: { readonly same: SameKey; readonly hash: TextHash },
): TurnToStore {
  const { id: _, skeleton, prunedAt: __, ...rest } = turn;
  const stored = { ...rest, continues: false, skeleton };
  if (same ?? hash(turn.request) === turn.userHash) return stored;
  const key = ownKey(turn, keyed, hash);
  return {
    ...stored,
    key,
    userHash: hash(turn.request),
    assistantHash: turn.answer === null ? null : hash(turn.answer),
    details: turn.details.map((detail) => ({
      ...detail,
      sourceId: ownSource(detail.sourceId, { from: turn.key, to: key }, () =>
        hash(detail.output ?? ''),
      ),
    })),
  };
}

function ownKey(turn: ExportedTurn, keyed: number | null, hash: TextHash): string {
  const count = contentCountOf(turn.key);
  if (count === null) return turn.key;
  if (keyed === null) return takenOverKey(turn.number);
  return contentKey(hash(turn.request.slice(0, keyed)), count);
}

/** Details that their host does not name have the turn's key in their name, or a hash of their text. */
function ownSource(
  source: string,
  key: { readonly from: string; readonly to: string },
  hash: () => string,
): string {
  if (source.startsWith('replaced:')) return `replaced:${hash()}`;
  return source.startsWith(`${key.from}:`) ? key.to + source.slice(key.from.length) : source;
}

/** Of a forgotten turn there is no text, so what was known by its content is known by its place. */
export function tombstoneToImport(tombstone: ExportedTombstone, same: SameKey): ExportedTombstone {
  const { key, number } = tombstone;
  if (same === true || number === null || contentCountOf(key) === null) return tombstone;
  return { ...tombstone, key: takenOverKey(number) };
}
