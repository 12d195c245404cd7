import { resolve } from 'node:path';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type SessionRef, sessionRef } from '../../core/session.ts';
import { type EventWords, hostEvent } from '../hook-event.ts';
import type { Payload, RawHook, Variables } from '../hook-host.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { absolutePathOf, pathOf, safeId, stringOf } from '../payload-fields.ts';
import { plainText } from '../plain-text.ts';
import type { GrokCaller } from './caller.ts';
import { grokHome, updatesPath } from './paths.ts';
import { sessionKind } from './session-summary.ts';
import { unwrapQuery } from './user-query.ts';

/** Grok's own word and that of its documents; anything else begins a session. */
const RESUMED: readonly unknown[] = ['load', 'resume'];

/** Turns what Grok sends to a hook into our event. */
export function readGrokEvent(
  raw: RawHook,
  caller: GrokCaller,
): Result<HostEvent, 'unknown' | 'ignored'> {
  const { payload: fields, variables } = raw;
  if (!isRecord(fields)) return err('unknown');
  const id = [fields.sessionId, fields.session_id, variables.GROK_SESSION_ID];
  const session = sessionRef(
    'grok',
    id.map(stringOf).find((value) => value !== null),
  );
  if (!session.ok) return err('unknown');
  if (isEndOfSession(raw, fields)) return err('ignored');
  const base = baseOf(raw, fields, session.value, caller);
  return ok(hostEvent(raw.command, base, wordsOf(fields)));
}

/** After its session has ended Grok reports a Stop again, for another reason than a turn's end. */
function isEndOfSession({ command }: RawHook, fields: Payload): boolean {
  if (command !== 'process-turn' || failed(fields)) return false;
  const reason = stringOf(fields.reason);
  return reason !== null && reason !== 'end_turn';
}

function baseOf(
  raw: RawHook,
  fields: Payload,
  session: SessionRef,
  { window, headless }: GrokCaller,
): EventBase {
  const { variables, home } = raw;
  const cwd = resolve(cwdOf(fields, variables) ?? '.');
  const transcriptPath =
    absolutePathOf(fields.transcriptPath ?? fields.transcript_path, cwd, home) ??
    updatesPath(grokHome(variables, home, cwd), cwd, session.id);
  return {
    session,
    cwd,
    transcriptPath,
    promptId: safeId(fields.promptId),
    window,
    attended: !(headless ?? sessionKind(transcriptPath) === 'headless'),
    agentId: agentOf(fields),
    at: raw.at,
  };
}

/** The workspace ends in a slash where it is a repository. */
const cwdOf = (fields: Payload, variables: Variables): string | null =>
  pathOf(fields.cwd) ??
  (pathOf(fields.workspaceRoot) ?? pathOf(variables.GROK_WORKSPACE_ROOT))?.replace(
    /(.)\/$/,
    '$1',
  ) ??
  null;

/** Every event of a subagent's session names its type; those of the parent about it name its id too. */
const agentOf = (fields: Payload): string | null =>
  stringOf(fields.subagentId) ?? stringOf(fields.subagentType);

const wordsOf = (fields: Payload): EventWords => ({
  source: sourceOf(fields),
  prompt: withoutOwnMemory(plainText(unwrapQuery(stringOf(fields.prompt) ?? ''))),
  lastAnswer: failed(fields) ? null : stringOf(fields.lastAssistantMessage),
  failed: failed(fields),
  reason: stringOf(fields.reason),
});

/** Behind a compaction `source` says who asked for it. */
function sourceOf(fields: Payload): EventWords['source'] {
  if (COMPACTED.some((name) => namesOf(fields).includes(name))) return 'compact';
  return RESUMED.includes(fields.source) ? 'resume' : 'startup';
}

const COMPACTED = ['PostCompact', 'post_compact'];
const FAILURES: readonly unknown[] = [
  'StopFailure',
  'StopCancelled',
  'stop_failure',
  'stop_cancelled',
];

/** Their `lastAssistantMessage` is the host's error text, or the answer of the turn before. */
const failed = (fields: Payload): boolean =>
  namesOf(fields).some((name) => FAILURES.includes(name));

/** The event, as Claude Code names it and as Grok does. */
const namesOf = (fields: Payload): readonly unknown[] => [
  fields.hook_event_name,
  fields.hookEventName,
];
