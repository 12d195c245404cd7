import { lastBytes } from './transcript-tail.ts';

/** A response with many calls, each with a file in it. */
const LAST_BYTES = 8 * 1024 * 1024;

/** The transcript holds the call with this id: its row may be written behind the hook. */
export const holdsToolUse = (path: string, toolUseId: string): boolean =>
  lastBytes(path, LAST_BYTES).includes(`"${toolUseId}"`);
