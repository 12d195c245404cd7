const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Ids that no other session can have; the oldest releases counted turns from 1. */
export const isUuid = (id: string): boolean => UUID.test(id);

/** Epoch milliseconds at which a version 7 UUID was made, else null (RFC 9562, section 5.7). */
export function uuidTime(id: string): number | null {
  const [, version] = UUID.exec(id) ?? [];
  return version === '7' ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : null;
}
