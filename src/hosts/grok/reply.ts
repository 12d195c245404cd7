import type { HostEvent } from '../../core/event.ts';
import type { HookAnswer } from '../hook-host.ts';
import { renderHookReply } from '../hook-reply.ts';

/** What Grok reads from a hook's stdout. Whatever else a hook prints is for nobody, or stops something. */
export const renderGrokReply = (answer: HookAnswer, on: HostEvent['type']): string =>
  renderHookReply(answer, on, { on: { 'pre-tool-use': 'PreToolUse' }, notices: false });
