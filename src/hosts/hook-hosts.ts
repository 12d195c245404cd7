import { isRecord } from '../core/record.ts';
import { HOSTS, type Host } from '../core/session.ts';
import { claudeHook } from './claude/hook.ts';
import { codexHook } from './codex/hook.ts';
import { cursorHook } from './cursor/hook.ts';
import { grokHook } from './grok/hook.ts';
import type { HookHost, Variables } from './hook-host.ts';

/** The hosts whose hooks we answer. Small: every hook call loads it. */
export const hookHosts: Readonly<Partial<Record<Host, HookHost>>> = {
  claude: claudeHook,
  codex: codexHook,
  grok: grokHook,
  cursor: cursorHook,
};

/** Grok and Cursor run the hooks of other hosts' settings too: the payload tells who calls. */
export function callerOf(payload: unknown, variables: Variables, registered: Host): Host {
  if (!isRecord(payload)) return registered;
  return HOSTS.find((host) => hookHosts[host]?.recognises(payload, variables)) ?? registered;
}
