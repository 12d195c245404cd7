import type { Host } from '../core/session.ts';
import { claudeHook } from './claude/hook.ts';
import type { HookHost } from './hook-host.ts';

/** The hosts whose hooks we answer. Small: every hook call loads it. */
export const hookHosts: Readonly<Partial<Record<Host, HookHost>>> = { claude: claudeHook };
