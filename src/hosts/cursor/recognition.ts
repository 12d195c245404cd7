import type { Payload } from '../hook-host.ts';
import { stringOf } from '../payload-fields.ts';
import { isCursorEvent } from './hook-events.ts';

/** Grok writes names of events in both spellings, and the one that is not Cursor's gives it away. */
export function isCursorPayload(payload: Payload): boolean {
  if (stringOf(payload.cursor_version) !== null) return true;
  return payload.hookEventName === undefined && isCursorEvent(payload.hook_event_name);
}
