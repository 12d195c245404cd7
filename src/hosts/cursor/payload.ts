import { resolve, sep } from 'node:path';
import type { EventBase, HostEvent } from '../../core/event.ts';
import { isRecord } from '../../core/record.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { type SessionRef, sessionRef } from '../../core/session.ts';
import { type EventWords, hostEvent, sourceOf } from '../hook-event.ts';
import type { HookCommand, Payload, RawHook } from '../hook-host.ts';
import { withoutOwnMemory } from '../own-memory.ts';
import { absolutePathOf, pathOf, safeId, stringOf } from '../payload-fields.ts';
import { plainText } from '../plain-text.ts';
import { isCursorEvent } from './hook-events.ts';
import { isSubagentTranscript, locateTranscript } from './paths.ts';
import { withoutRedactions } from './transcript-text.ts';
import { userWords } from './user-words.ts';

/** Cloud conversations carry it before the id that their transcripts have. */
const CLOUD_PREFIX = /^bc-/;
/** Of Cursor's own events, those that end a turn or a part of it. */
const ENDS = ['stop', 'afterAgentResponse', 'subagentStop'];
const SUBAGENT_EVENTS = ['subagentStart', 'subagentStop'];

/**
 * Turns what Cursor sends to a hook into our event. Takes what an event needs and leaves the rest:
 * every payload carries the user's e-mail address.
 */
export function readCursorEvent(raw: RawHook): Result<HostEvent, 'unknown' | 'ignored'> {
  const { payload: fields, command } = raw;
  if (!isRecord(fields)) return err('unknown');
  const id = stringOf(fields.conversation_id) ?? stringOf(fields.session_id);
  const session = sessionRef('cursor', id?.replace(CLOUD_PREFIX, ''));
  if (!session.ok) return err('unknown');
  if (isOtherEvent(command, fields)) return err('ignored');
  const base = baseOf(raw, fields, session.value);
  /* A subagent is no session that a person could go on in. */
  if (base.agentId !== null && command === 'session-start') return err('ignored');
  return ok(hostEvent(command, base, wordsOf(fields)));
}

/** Tools, files and shells report to whoever is registered; only an end is worth reading for. */
function isOtherEvent(command: HookCommand, { hook_event_name: name }: Payload): boolean {
  return command === 'process-turn' && isCursorEvent(name) && !ENDS.includes(name);
}

function baseOf(raw: RawHook, fields: Payload, session: SessionRef): EventBase {
  const cwd = directoryOf(raw, fields);
  const transcriptPath = transcriptOf(raw, fields, cwd, session.id);
  return {
    session,
    cwd,
    transcriptPath,
    promptId: safeId(fields.generation_id),
    window: null,
    attended: fields.is_background_agent !== true,
    agentId: agentOf(fields, transcriptPath, session.id),
    at: raw.at,
  };
}

/** There is mostly no `cwd`; a window without a folder has no root either, one with several has more. */
function directoryOf(
  { variables, home }: RawHook,
  { cwd, workspace_roots: roots }: Payload,
): string {
  const root: unknown = Array.isArray(roots) ? roots[0] : null;
  const named = [cwd, root, variables.CURSOR_PROJECT_DIR]
    .map((path) => localPath(path, '.', home))
    .find((path) => path !== null);
  return named ?? resolve('.');
}

/** The host names no transcript before the first turn is on disk. */
function transcriptOf(
  { command, variables, home }: RawHook,
  { transcript_path: path }: Payload,
  cwd: string,
  id: string,
): string {
  const everywhere = command === 'process-turn' || command === 'session-end';
  const inherited = localPath(variables.CURSOR_TRANSCRIPT_PATH, cwd, home);
  return (
    localPath(path, cwd, home) ??
    (inherited?.includes(id) ? inherited : locateTranscript({ home, cwd, id, everywhere }))
  );
}

/** `C:\…`, `C:/…` and the form of an URL's path, `/c:/…`. */
const WINDOWS_PATH = /^\/?[A-Za-z]:[\\/]/;

/** A path that this system can have, absolute. */
function localPath(value: unknown, cwd: string, home: string): string | null {
  const path = pathOf(value)?.replace(/^~\\/, '~/');
  if (path === undefined) return null;
  if (!WINDOWS_PATH.test(path)) return absolutePathOf(path, cwd, home);
  return sep === '\\' ? resolve(path.replace(/^\//, '')) : null;
}

function agentOf(fields: Payload, transcriptPath: string | null, id: string): string | null {
  if (transcriptPath !== null && isSubagentTranscript(transcriptPath)) return id;
  const named = stringOf(fields.subagent_id) ?? stringOf(fields.agent_id);
  if (named !== null) return named;
  const { hook_event_name: name } = fields;
  return SUBAGENT_EVENTS.some((event) => event === name) ? 'subagent' : null;
}

const wordsOf = (fields: Payload): EventWords => ({
  source: sourceOf(fields.source),
  prompt: withoutOwnMemory(plainText(userWords(stringOf(fields.prompt) ?? '').text)),
  lastAnswer: answerOf(fields),
  failed: fields.status === 'aborted' || fields.status === 'error',
  reason: stringOf(fields.reason),
});

function answerOf({ last_assistant_message: last, text }: Payload): string | null {
  const answer = stringOf(last) ?? stringOf(text);
  return answer === null ? null : stringOf(withoutRedactions(answer));
}
