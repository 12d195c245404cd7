import { isRecord } from '../core/record.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { claudeHook } from './claude/hook.ts';
import { isCodexPayload } from './codex/recognition.ts';
import { isCursorPayload } from './cursor/recognition.ts';
import { isGrokPayload } from './grok/recognition.ts';
import type { HookHost, Payload, Variables } from './hook-host.ts';

/** How a host is told from the others, and its side of a hook call, loaded when it is the one that calls. */
interface Row {
  /** The call is this host's, whoever's settings it was registered in. */
  recognises(payload: Payload, variables: Variables): boolean;
  load(): Promise<HookHost>;
}

/** The hosts whose hooks we answer. Every hook call loads this list, so only the default is in it whole. */
const rows: Readonly<Record<Host, Row>> = {
  claude: { recognises: () => false, load: async () => claudeHook },
  codex: {
    recognises: isCodexPayload,
    load: async () => (await import('./codex/hook.ts')).codexHook,
  },
  grok: {
    recognises: isGrokPayload,
    load: async () => (await import('./grok/hook.ts')).grokHook,
  },
  cursor: {
    recognises: isCursorPayload,
    load: async () => (await import('./cursor/hook.ts')).cursorHook,
  },
};

export const hookHost = (host: Host): Promise<HookHost> => rows[host].load();

/** Grok and Cursor run the hooks of other hosts' settings too: the payload tells who calls. */
export function callerOf(payload: unknown, variables: Variables, registered: Host): Host {
  if (!isRecord(payload)) return registered;
  return HOSTS.find((host) => rows[host].recognises(payload, variables)) ?? registered;
}
