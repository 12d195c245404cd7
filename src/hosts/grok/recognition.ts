import type { Payload, Variables } from '../hook-host.ts';
import { stringOf } from '../payload-fields.ts';

/**
 * Its payloads carry the keys of two dialects. A Claude Code that was started from a Grok shell
 * inherits Grok's variables, so they alone prove nothing.
 */
export function isGrokPayload(payload: Payload, variables: Variables): boolean {
  if (stringOf(payload.cursor_version) !== null) return false;
  if (stringOf(payload.hookEventName) !== null) return true;
  const inGrok = stringOf(variables.GROK_SESSION_ID) !== null;
  return inGrok && (variables.CLAUDECODE ?? '') === '' && !isOfOther(payload, variables);
}

/** Named for another session than the one whose environment this is. */
const isOfOther = (payload: Payload, variables: Variables): boolean => {
  const named = stringOf(payload.sessionId) ?? stringOf(payload.session_id);
  return named !== null && named !== variables.GROK_SESSION_ID;
};
