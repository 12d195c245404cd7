import { resolve } from 'node:path';
import type { EventBase, HostEvent, WindowRef } from '../../core/event.ts';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type SessionRef, sessionRef } from '../../core/session.ts';
import { startTimeOf } from '../../platform/process-identity.ts';
import { type EventWords, hostEvent, sourceOf } from '../hook-event.ts';
import type { Payload, RawHook } from '../hook-host.ts';
import { absolutePathOf, pathOf, safeId, stringOf } from '../payload-fields.ts';
import { promptText } from './transcript-text.ts';

/** Turns what Claude Code sends to a hook into our event. */
export function readClaudeEvent(raw: RawHook): Result<HostEvent, 'unknown' | 'ignored'> {
  const { payload: fields } = raw;
  if (!isRecord(fields)) return err('unknown');
  const session = sessionRef('claude', fields.session_id);
  if (!session.ok) return err(stringOf(fields.agent_id) === null ? 'unknown' : 'ignored');
  return ok(hostEvent(raw.command, baseOf(raw, fields, session.value), wordsOf(fields)));
}

function baseOf(raw: RawHook, fields: Payload, session: SessionRef): EventBase {
  const cwd = resolve(pathOf(fields.cwd) ?? '.');
  return {
    session,
    cwd,
    transcriptPath: absolutePathOf(fields.transcript_path, cwd, raw.home),
    promptId: safeId(fields.prompt_id),
    window: windowOf(raw.variables),
    attended: isAttended(raw.variables),
    agentId: stringOf(fields.agent_id),
    at: raw.at,
  };
}

function windowOf(variables: RawHook['variables']): WindowRef | null {
  const pid = Number(variables.CLAUDE_PID);
  return Number.isSafeInteger(pid) && pid > 0 ? { pid, startTime: startTimeOf(pid) } : null;
}

/** Measured: a terminal has 1, `-p` and `--bg` have 0; older versions only tell the entry point. */
function isAttended(variables: RawHook['variables']): boolean {
  if (variables.CLAUDE_CODE_SESSION_ATTENDED === '0') return false;
  return !(variables.CLAUDE_CODE_ENTRYPOINT ?? '').startsWith('sdk-');
}

const wordsOf = (fields: Payload): EventWords => ({
  source: sourceOf(fields.source),
  prompt: promptText(stringOf(fields.prompt) ?? ''),
  lastAnswer: stringOf(fields.last_assistant_message),
  failed: fields.hook_event_name === 'StopFailure',
  reason: stringOf(fields.reason),
  trigger: stringOf(fields.trigger),
  tool: {
    toolName: stringOf(fields.tool_name),
    toolUseId: stringOf(fields.tool_use_id),
    effort: isRecord(fields.effort) ? stringOf(fields.effort.level) : null,
    permissionMode: stringOf(fields.permission_mode),
  },
});
