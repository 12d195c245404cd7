import type { HookHost } from '../hook-host.ts';
import { readClaudeEvent } from './payload.ts';
import { renderClaudeReply } from './reply.ts';

/** Claude Code cuts a hook's context above 10,000 characters to a preview (measured on 2.1.332). */
export const claudeHook: HookHost = {
  budget: { unit: 'characters', limit: 9500 },
  readEvent: readClaudeEvent,
  renderReply: renderClaudeReply,
};
