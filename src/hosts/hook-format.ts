import type { Host } from '../core/session.ts';
import type { HookCommand } from './hook-host.ts';
import type { Invocation } from './registration-command.ts';

/** One hook handler in a host's settings. `timeout` is in seconds. */
export type HookHandler = Readonly<
  Record<string, unknown> & { readonly command: string; readonly timeout: number }
>;

/** What we register for an event: our command, and the seconds the host waits for it. */
export interface HookEntry {
  readonly event: string;
  readonly verb: HookCommand;
  /** 1 to 30. */
  readonly timeout: number;
  /** The occurrences of the event; left out for all of them. */
  readonly matcher?: string;
  /** Which of several of ours for the event, from 2 on; left out for the first. */
  readonly page?: number;
}

/** How one host's settings hold hooks, and what of it is ours. */
export interface HookFormat {
  readonly host: Host;
  /** `nested`: event, groups with a matcher, handlers. `flat`: event, handlers. */
  readonly shape: 'nested' | 'flat';
  readonly entries: readonly HookEntry[];
  /** Further ones, of its own events, while its conversations are handed over instead of compacted. */
  readonly handoff?: readonly HookEntry[];
  /** The event whose answer carries a memory: it may have several of ours, each with a page of it. */
  readonly delivery: string;
  /** The host knows a hook by its position: what stands behind ours must not move. */
  readonly keepsPlaces: boolean;
  /** @param present our handler that is there already, in any form we ever wrote */
  handler(
    entry: HookEntry,
    invocation: Invocation,
    present: Readonly<Record<string, unknown>> | null,
  ): HookHandler;
}

/** So many entries of ours the event that carries a memory may have. */
export const MOST_PAGES = 5;

/** The format with further entries for the event that carries a memory, behind all others. */
export const withPages = (format: HookFormat, pages: number): HookFormat => {
  const first = format.entries.find(({ event }) => event === format.delivery);
  const further = Array.from({ length: Math.max(0, pages - 1) }, (_, index) => index + 2);
  const added = first ? further.map((page) => ({ ...first, page })) : [];
  return { ...format, entries: [...format.entries, ...added] };
};

/** The format with the entries by which conversations are handed over. */
export const withHandoff = (format: HookFormat): HookFormat => ({
  ...format,
  entries: [...format.entries, ...(format.handoff ?? [])],
});

export const eventsOf = ({ entries }: HookFormat): readonly string[] =>
  entries.map(({ event }) => event);
