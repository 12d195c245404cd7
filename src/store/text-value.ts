import type { SqlValue } from './connection.ts';

/** Below this the engine's own way with strings is quicker. */
const LONG = 256;

/**
 * A text as a parameter for `CAST(? AS TEXT)`. sql.js encodes strings character by character in
 * JavaScript, which takes longer than all the rest of storing a long one; bytes it copies.
 */
export const textValue = (text: string | null): SqlValue =>
  text === null || text.length < LONG ? text : Buffer.from(text, 'utf8');
