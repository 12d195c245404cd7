import { resolve } from 'node:path';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type SessionRef, sessionRef } from '../../core/session.ts';
import { type EventWords, hostEvent, sourceOf } from '../hook-event.ts';
import type { Payload, RawHook } from '../hook-host.ts';
import { absolutePathOf, pathOf, safeId, stringOf } from '../payload-fields.ts';
import type { CodexCaller } from './caller.ts';
import { type ThreadOrigin, threadOrigin } from './thread-origin.ts';
import { promptText } from './transcript-words.ts';

/** Turns what Codex sends to a hook into our event. */
export function readCodexEvent(
  raw: RawHook,
  caller: CodexCaller,
): Result<HostEvent, 'unknown' | 'ignored'> {
  const { payload: fields } = raw;
  if (!isRecord(fields)) return err('unknown');
  const session = sessionRef('codex', fields.session_id);
  if (!session.ok) return err('unknown');
  const base = baseOf(raw, fields, session.value, caller);
  /* An errand of the program's own is no session that a person could go on in. */
  if (base.agentId !== null && raw.command === 'session-start') return err('ignored');
  return ok(hostEvent(raw.command, base, wordsOf(fields)));
}

function baseOf(
  raw: RawHook,
  fields: Payload,
  session: SessionRef,
  caller: CodexCaller,
): EventBase {
  const cwd = resolve(pathOf(fields.cwd) ?? '.');
  const transcriptPath = absolutePathOf(fields.transcript_path, cwd, raw.home);
  const origin = threadOrigin(transcriptPath);
  return {
    session,
    cwd,
    transcriptPath,
    promptId: safeId(fields.turn_id),
    window: caller.window,
    attended: isAttended(caller.kind, origin),
    agentId: stringOf(fields.agent_id) ?? origin?.errand ?? null,
    at: fields.source === 'clear' ? Math.min(raw.at, origin?.begunAt ?? raw.at) : raw.at,
  };
}

/**
 * The running program knows better than the conversation, which a terminal may go on with where
 * `codex exec` began it, and the other way round. A server's conversations tell by themselves.
 * @internal exported for its test
 */
export function isAttended(kind: CodexCaller['kind'], origin: ThreadOrigin | null): boolean {
  if (kind === 'terminal') return true;
  return kind !== 'command' && origin?.unattended !== true;
}

const wordsOf = (fields: Payload): EventWords => ({
  source: sourceOf(fields.source),
  prompt: promptText(stringOf(fields.prompt) ?? ''),
  lastAnswer: stringOf(fields.last_assistant_message),
  failed: fields.hook_event_name === 'Interrupt',
  reason: stringOf(fields.reason),
});
