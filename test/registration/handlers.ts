import type { HookFormat, HookHandler } from '../../src/hosts/hook-format.ts';
import type { Invocation } from '../../src/hosts/registration-command.ts';

/** By event, what is registered where nothing of ours is there yet. */
export const handlersOf = (
  format: HookFormat,
  invocation: Invocation,
): ReadonlyMap<string, HookHandler> =>
  new Map(format.entries.map((entry) => [entry.event, format.handler(entry, invocation, null)]));
