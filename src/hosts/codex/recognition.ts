import type { Payload } from '../hook-host.ts';
import { stringOf } from '../payload-fields.ts';

/** Where Codex alone keeps conversations. */
const ROLLOUT =
  /[\\/](?:sessions[\\/]\d{4}[\\/]\d{2}[\\/]\d{2}|archived_sessions)[\\/]rollout-[^\\/]+$/;

/** By where the conversation is, else by the keys: Claude Code has `prompt_id`, Cursor and Grok name themselves. */
export function isCodexPayload(fields: Payload): boolean {
  const path = stringOf(fields.transcript_path);
  if (path !== null) return ROLLOUT.test(path);
  return (
    stringOf(fields.turn_id) !== null &&
    stringOf(fields.hook_event_name) !== null &&
    !['cursor_version', 'hookEventName', 'prompt_id'].some((key) => Object.hasOwn(fields, key))
  );
}
