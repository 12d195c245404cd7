import { resolve } from 'node:path';
import type { HostEvent, SessionStartEvent } from '../../core/event.ts';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { sessionRef } from '../../core/session.ts';
import type { RawHook } from '../hook-host.ts';
import { absolutePathOf, pathOf, safeId, stringOf } from '../payload-fields.ts';
import { type CodexCaller, codexCaller } from './caller.ts';
import { type ThreadOrigin, threadOrigin } from './thread-origin.ts';
import { promptText } from './transcript-words.ts';

type Payload = Readonly<Record<string, unknown>>;
type EventBase = Omit<SessionStartEvent, 'type' | 'source'>;

const SOURCES: readonly SessionStartEvent['source'][] = [
  'startup',
  'resume',
  'clear',
  'compact',
  'fork',
];
/** Turns what Codex sends to a hook into our event. */
export function readCodexEvent(raw: RawHook): Result<HostEvent, 'unknown' | 'ignored'> {
  const { payload: fields } = raw;
  if (!isRecord(fields)) return err('unknown');
  const session = sessionRef('codex', fields.session_id);
  if (!session.ok) return err('unknown');
  const base = baseOf(raw, fields, session.value);
  /* An errand of the program's own is no session that a person could go on in. */
  if (base.agentId !== null && raw.command === 'session-start') return err('ignored');
  return ok(eventOf(raw, fields, base));
}

function baseOf(raw: RawHook, fields: Payload, session: EventBase['session']): EventBase {
  const cwd = resolve(pathOf(fields.cwd) ?? '.');
  const transcriptPath = absolutePathOf(fields.transcript_path, cwd, raw.home);
  const origin = threadOrigin(transcriptPath);
  const caller = codexCaller();
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

function eventOf(raw: RawHook, fields: Payload, base: EventBase): HostEvent {
  switch (raw.command) {
    case 'pre-tool-use':
      return { ...base, type: 'pre-tool-use' };
    case 'session-start': {
      const source = SOURCES.find((known) => known === fields.source) ?? 'startup';
      return { ...base, type: 'session-start', source };
    }
    case 'prompt-submit':
      return { ...base, type: 'prompt-submit', prompt: promptText(stringOf(fields.prompt) ?? '') };
    case 'process-turn':
      return {
        ...base,
        type: 'process-turn',
        lastAnswer: stringOf(fields.last_assistant_message),
        failed: fields.hook_event_name === 'Interrupt',
      };
    case 'session-end':
      return { ...base, type: 'session-end', reason: stringOf(fields.reason) ?? 'other' };
    default:
      return raw.command satisfies never;
  }
}
